import { type Acted, pause, RequestError } from "../client/index.ts";
import { type CreateContext, type Properties, RefusedError } from "./handler.ts";

/** How something that has no idempotency key is made once, whatever happens on the way. */
export interface CreateOnce<T> {
  context: CreateContext;
  /** Names the operation in messages: `Creating CDN rule template "images"`. */
  what: string;
  /** Two creations of the same key would make things that look alike: they run one after the other. */
  key: string;
  /** What tells later which things cannot be ours, taken before the request: `{ after: 41 }`. */
  mark(): Promise<Properties>;
  /** Sends the request. */
  post(): Promise<T>;
  /** Things that an earlier request with this mark may have made. */
  find(mark: Readonly<Properties>): Promise<T[]>;
  /** Its id, as people see it. */
  idOf(made: T): string;
  /** Whether nothing may be sent again even when nothing was found (money). */
  never?: boolean;
}

/** Looks after an ambiguous failure, with time for the platform to finish what it may still be doing. */
const lookPausesMs = [0, 500, 2_000];

/** Requests in all; each one after the first only when no trace of the one before was found. */
const rounds = 3;

const underWay = new Map<string, Promise<unknown>>();

/** Ids that this process has been given: what looks like ours may be another resource's. */
const taken = new Map<string, Set<string>>();

/** Makes a thing once. After an ambiguous failure it is looked for before anything is sent again. */
export async function createOnce<T>(once: CreateOnce<T>): Promise<T> {
  return oneAfterAnother(once.key, async () => {
    const made = await makeOrFind(once);
    const ids = taken.get(once.key) ?? new Set();
    taken.set(once.key, ids.add(once.idOf(made)));
    return made;
  });
}

async function makeOrFind<T>(once: CreateOnce<T>): Promise<T> {
  const { intent } = once.context;
  let mark = intent.previous?.mark as Properties | undefined;
  if (mark !== undefined) {
    once.context.progress("looking for what an interrupted run may have made");
    const found = await look(once, mark, "an earlier run was interrupted");
    if (found !== undefined) return found;
  }
  mark = await once.mark();
  await intent.note({ mark });
  for (let round = 1; ; round++) {
    try {
      return await once.post();
    } catch (error) {
      if (!(error instanceof RequestError) || !isAmbiguous(error.acted)) throw error;
      once.context.progress("no clear answer; looking whether it was made");
      const found = await look(once, mark, error.message);
      if (found !== undefined) return found;
      if (once.never === true || round >= rounds) throw error;
    }
  }
}

function isAmbiguous(acted: Acted): boolean {
  return acted !== "no";
}

/** The one thing that can be ours. Several: refuses to guess. */
async function look<T>(once: CreateOnce<T>, mark: Properties, why: string): Promise<T | undefined> {
  for (const ms of lookPausesMs) {
    await pause(ms, once.context.signal);
    const found = (await once.find(mark)).filter((one) => taken.get(once.key)?.has(once.idOf(one)) !== true);
    if (found.length > 1)
      throw new RefusedError(
        `${once.what} stopped: ${why}, and several objects may be what it has made (${found.map(once.idOf).join(", ")}). Delete the wrong ones on the platform, or adopt the right one with the option import, then run again.`,
      );
    if (found[0] !== undefined) return found[0];
  }
  return undefined;
}

async function oneAfterAnother<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = underWay.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  underWay.set(key, mine);
  try {
    return await mine;
  } finally {
    if (underWay.get(key) === mine) underWay.delete(key);
  }
}
