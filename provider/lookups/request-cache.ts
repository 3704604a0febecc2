import { CancelledError, type Client, perClient } from "../client/index.ts";

/** A request that several callers wait for. */
interface CachedRequest {
  response: Promise<unknown>;
  /** Aborts the request; called when no caller waits for it any more. */
  end(): void;
  waiting: number;
  isSettled: boolean;
}

/** Responses by request, for the lifetime of the client, which in a Pulumi program is the run. */
const cacheOf = perClient(() => new Map<string, CachedRequest>());

const interrupted = "The lookup was interrupted.";

/**
 * Deduplicates identical requests, including completed ones. Failures are not cached. A caller that aborts does not
 * affect the others; when all have aborted, the request is aborted.
 */
export async function cachedRequest<T>(
  client: Client,
  key: string,
  ask: (signal: AbortSignal) => Promise<T>,
  options: { signal?: AbortSignal; fresh?: boolean } = {},
): Promise<T> {
  if (options.signal?.aborted === true) throw new CancelledError(interrupted);
  const known = cacheOf(client);
  let entry = options.fresh === true ? undefined : known.get(key);
  if (entry === undefined) {
    entry = startRequest(ask, () => remove(known, key, entry));
    known.set(key, entry);
  }
  return wait(entry, options.signal) as Promise<T>;
}

/** Removes responses that a write may have changed. */
export function invalidate(client: Client, beginning: string): void {
  const known = cacheOf(client);
  for (const key of known.keys()) if (key.startsWith(beginning)) known.delete(key);
}

function remove(known: Map<string, CachedRequest>, key: string, entry: CachedRequest | undefined): void {
  if (known.get(key) === entry) known.delete(key);
}

function startRequest(ask: (signal: AbortSignal) => Promise<unknown>, drop: () => void): CachedRequest {
  const controller = new AbortController();
  const entry: CachedRequest = {
    response: ask(controller.signal),
    waiting: 0,
    isSettled: false,
    end: () => {
      drop();
      controller.abort();
    },
  };
  const settle = () => {
    entry.isSettled = true;
  };
  entry.response.then(settle, () => {
    settle();
    drop();
  });
  return entry;
}

async function wait(entry: CachedRequest, signal: AbortSignal | undefined): Promise<unknown> {
  entry.waiting++;
  if (signal === undefined) return entry.response;
  const left = Promise.withResolvers<never>();
  const leave = () => {
    entry.waiting--;
    if (entry.waiting === 0 && !entry.isSettled) entry.end();
    left.reject(new CancelledError(interrupted));
  };
  signal.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([entry.response, left.promise]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}
