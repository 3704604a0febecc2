import { type OperationClient, SharedRead } from "../client/index.ts";
import { perRun } from "./per-run.ts";

/** Responses by request. */
const cacheOf = perRun(() => new Map<string, SharedRead<unknown>>());

/**
 * Deduplicates identical requests, including completed ones. Failures are not cached. A caller that aborts does not
 * affect the others; when all have aborted, the request is aborted.
 */
export function cachedRequest<T>(
  client: OperationClient,
  key: string,
  ask: (shared: OperationClient) => Promise<T>,
  { fresh = false }: { fresh?: boolean | undefined } = {},
): Promise<T> {
  const cache = cacheOf(client);
  const known = cache.get(key);
  const read = fresh || known === undefined || known.hasFailed ? new SharedRead<unknown>(client, ask) : known;
  cache.set(key, read);
  return read.join(client) as Promise<T>;
}

/** Removes responses that a write may have changed. */
export function invalidate(client: OperationClient, beginning: string): void {
  const known = cacheOf(client);
  for (const key of known.keys()) if (key.startsWith(beginning)) known.delete(key);
}
