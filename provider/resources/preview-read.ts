import { Deadline, type OperationClient, PlatformError } from "../client/index.ts";

/** How long a preview waits for a list: `check` runs one resource at a time, so the user waits for it. */
const budgetMs = 5_000;

/** Returns what a preview reads; undefined after the time limit or a failure. Throws if the operation has ended. */
export async function readForPreview<T>(
  client: OperationClient,
  ask: (limited: OperationClient) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ask(client.within(new Deadline(budgetMs, "the time of a preview")));
  } catch (error) {
    client.refuseEnded("The preview");
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}
