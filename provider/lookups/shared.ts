import { CancelledError, type Client, perClient } from "../client/index.ts";

/** A request that several askers wait for. */
interface Shared {
  answer: Promise<unknown>;
  /** Ends the request; called when nobody waits for it any more. */
  end(): void;
  waiting: number;
  isSettled: boolean;
}

/** Answers by what was asked, for as long as the client lives: for a Pulumi program that is the run. */
const answersOf = perClient(() => new Map<string, Shared>());

const interrupted = "The lookup was interrupted.";

/**
 * Asks once for all that ask the same, also when the first answer is there already. A failure is not kept. An asker
 * that gives up does not take the answer from the others; when all have given up, the request itself is ended.
 */
export async function shared<T>(
  client: Client,
  key: string,
  ask: (signal: AbortSignal) => Promise<T>,
  options: { signal?: AbortSignal; fresh?: boolean } = {},
): Promise<T> {
  if (options.signal?.aborted === true) throw new CancelledError(interrupted);
  const known = answersOf(client);
  let entry = options.fresh === true ? undefined : known.get(key);
  if (entry === undefined) {
    entry = begin(ask, () => forget(known, key, entry));
    known.set(key, entry);
  }
  return wait(entry, options.signal) as Promise<T>;
}

/** Forgets answers after a write that may have changed them. */
export function forgetAnswers(client: Client, beginning: string): void {
  const known = answersOf(client);
  for (const key of known.keys()) if (key.startsWith(beginning)) known.delete(key);
}

function forget(known: Map<string, Shared>, key: string, entry: Shared | undefined): void {
  if (known.get(key) === entry) known.delete(key);
}

function begin(ask: (signal: AbortSignal) => Promise<unknown>, drop: () => void): Shared {
  const controller = new AbortController();
  const entry: Shared = {
    answer: ask(controller.signal),
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
  entry.answer.then(settle, () => {
    settle();
    drop();
  });
  return entry;
}

async function wait(entry: Shared, signal: AbortSignal | undefined): Promise<unknown> {
  entry.waiting++;
  if (signal === undefined) return entry.answer;
  const left = Promise.withResolvers<never>();
  const leave = () => {
    entry.waiting--;
    if (entry.waiting === 0 && !entry.isSettled) entry.end();
    left.reject(new CancelledError(interrupted));
  };
  signal.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([entry.answer, left.promise]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}
