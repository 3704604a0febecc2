import { endpoints } from "../../api/index.ts";
import { clock } from "../../values/index.ts";
import { ResponseError } from "../errors.ts";
import type { OperationClient } from "../operation-client.ts";
import { perClient } from "../per-client.ts";
import { platformKey } from "../platform-id.ts";
import { isPlaceholder } from "../settings.ts";
import { SharedRead } from "../shared-read.ts";

/** Where an object is: the platform, and the account, where the platform shows one. */
export interface Origin {
  /** {@link platformKey} of its base URL. */
  platform: string;
  /** Id of the client that the API key belongs to. */
  client?: number;
  /** In state: when the object was written last, in milliseconds since 1970. Reads may show what was before for a while. */
  writtenAt?: number;
}

/** One name for an account of a platform: accounts count their objects from the same ids. */
export function accountText({ platform, client }: Origin): string {
  return client === undefined ? platform : `${platform} ${client}`;
}

/** How long one answer serves the operations of a process: an update takes seconds to minutes. */
const freshMs = 60_000;

interface Last {
  at: number;
  read: SharedRead<Origin> | undefined;
  /** As it was shown last. */
  shown?: Origin;
}

const lastOf = perClient((): Last => ({ at: 0, read: undefined }));

/** The platform and account as they were shown last, without a request. */
export function shownOrigin(client: OperationClient): Origin | undefined {
  return lastOf(client).shown;
}

/**
 * The platform and account that a client's settings point to, by one or two requests for all operations of a process. Its
 * errors are those of wrong settings: a key that is not accepted, a host that does not answer, a path that is not the API's.
 */
export function originOf(client: OperationClient): Promise<Origin> {
  const last = lastOf(client);
  if (last.read === undefined || last.read.hasFailed || clock.monotonic() - last.at > freshMs) {
    last.at = clock.monotonic();
    last.read = new SharedRead(client, async (shared) => {
      last.shown = await askOrigin(shared);
      return last.shown;
    });
  }
  return last.read.join(client);
}

async function askOrigin(client: OperationClient): Promise<Origin> {
  const platform = platformKey(client.settings.baseUrl);
  if (isPlaceholder(client.settings.baseUrl)) return { platform };
  const account = (await ofTasks(client)) ?? (await ofRuleTemplates(client));
  return account === undefined ? { platform } : { platform, client: account };
}

/** Tasks name the client that has started them (companion §1.2). */
async function ofTasks(client: OperationClient): Promise<number | undefined> {
  const { results = [] } = (await unlessForbidden(client.call(endpoints["tasks.list"], { query: { limit: 1 } }))) ?? {};
  return results[0]?.clientId ?? undefined;
}

/** Rule templates name the client that has made them; those of the platform have none (platform-api §2.2). */
async function ofRuleTemplates(client: OperationClient): Promise<number | undefined> {
  const response = await unlessForbidden(client.call(endpoints["ruleTemplates.list"], { query: { limit: 100 } }));
  if (response === undefined) return undefined;
  const templates = Array.isArray(response) ? response : response.results;
  const own = templates.find((one) => one.default !== true && typeof one.client === "number");
  return own?.client ?? undefined;
}

/** A key without the right to list shows nothing, and may still do what the program needs. */
async function unlessForbidden<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ResponseError && error.status === 403) return undefined;
    throw error;
  }
}
