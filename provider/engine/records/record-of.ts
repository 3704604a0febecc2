import { originOf, shownOrigin } from "../../client/evidence/origin.ts";
import type { OperationClient } from "../../client/index.ts";
import { settingsProblem } from "../../client/settings-problem.ts";
import { CreateRecordFile, forgetRecordOf } from "./create-record-file.ts";
import { mayHaveRecords } from "./recorded-creations.ts";

/** Opens the record of a resource's creation by the client's account, whatever the port or path of its platform is now. */
export async function recordOf(urn: string, client: OperationClient): Promise<CreateRecordFile> {
  return CreateRecordFile.open(urn, client.settings.baseUrl, await accountOf(client));
}

/** Forgets the record of a resource that is in state under the id in the record. */
export async function forgetRecord(urn: string, client: OperationClient, id: string): Promise<void> {
  await forgetRecordOf(urn, client.settings.baseUrl, id, await accountOf(client));
}

/** Returns the account of a client. It is requested only if there may be a record to find. */
export async function accountOf(client: OperationClient): Promise<number | undefined> {
  const shown = shownOrigin(client);
  const problem = settingsProblem(client);
  if (shown !== undefined || problem.known !== undefined || !mayHaveRecords()) return shown?.client;
  try {
    return (await originOf(client)).client;
  } catch (error) {
    // Without the account, the record is found by the platform's address.
    problem.in(error);
    return undefined;
  }
}
