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
  /** For what costs money: a second one is never sent in the same run, and people are told what to look for. */
  costly?: Costly;
}

export interface Costly {
  /** What people should look for on the platform: `reservation "metal" in region 76`. */
  lookFor: string;
}

/** Looks after an ambiguous failure, with time for the platform to finish what it may still be doing. */
const lookPausesMs = [0, 500, 2_000];

/** Where a second one would cost money, there is more time: 10 s in all. */
const costlyLookPausesMs = [0, 500, 1_500, 3_000, 5_000];

/** Requests in all; each one after the first only when no trace of the one before was found. */
const rounds = 3;

const underWay = new Map<string, Promise<unknown>>();

/** Ids that this process has been given: what looks like ours may be another resource's. */
const taken = new Map<string, Set<string>>();

/** Makes a thing once. After an ambiguous failure it is looked for before anything is sent again. */
export async function createOnce<T>(once: CreateOnce<T>): Promise<T> {
  const key = keyOf(once);
  return oneAfterAnother(key, async () => {
    const made = await makeOrFind(once);
    const ids = taken.get(key) ?? new Set();
    taken.set(key, ids.add(once.idOf(made)));
    return made;
  });
}

/** Ids mean something at one platform only. */
function keyOf<T>({ context, key }: CreateOnce<T>): string {
  return `${context.client.settings.baseUrl} ${key}`;
}

async function makeOrFind<T>(once: CreateOnce<T>): Promise<T> {
  const { intent, progress } = once.context;
  const open = openMarks(intent.previous);
  if (open.length > 0) {
    progress("looking for what an interrupted run may have made");
    const found = await look(once, open, "An earlier run was interrupted.");
    if (found !== undefined) return found;
  }
  const mark = await once.mark();
  // A request that costs money stays on record until it is known what became of it, also when another one follows.
  const earlier = once.costly === undefined ? [] : open;
  await intent.note({ mark, earlier, id: undefined });
  for (let round = 1; ; round++) {
    try {
      return await once.post();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (!isAmbiguous(error.acted)) {
        // Nothing was made: the next run has nothing to look for on account of this request.
        await intent.note({ mark: earlier[0], earlier: earlier.slice(1) });
        throw error;
      }
      progress("no clear answer; looking whether it was made");
      const found = await look(once, [mark], error.detail);
      if (found !== undefined) return found;
      if (once.costly !== undefined) throw new RefusedError(notFoundText(once, once.costly, error.detail));
      if (round >= rounds) throw error;
    }
  }
}

/** Marks of requests of earlier runs of which nobody knows what became. */
function openMarks(previous: Readonly<Properties> | undefined): Properties[] {
  const { mark, earlier, id } = previous ?? {};
  if (mark === undefined || typeof id === "string") return [];
  return [mark, ...(Array.isArray(earlier) ? earlier : [])] as Properties[];
}

function isAmbiguous(acted: Acted): boolean {
  return acted !== "no";
}

/** The one thing that can be ours. Several: refuses to guess. */
async function look<T>(once: CreateOnce<T>, marks: Properties[], why: string): Promise<T | undefined> {
  for (const ms of once.costly === undefined ? lookPausesMs : costlyLookPausesMs) {
    await pause(ms, once.context.signal);
    const found = await candidates(once, marks, why);
    if (found.length > 1) throw new RefusedError(severalText(once, found.map(once.idOf), why));
    if (found[0] !== undefined) return found[0];
  }
  return undefined;
}

/** What requests with these marks may have made, without what this process knows to be another resource's. */
async function candidates<T>(once: CreateOnce<T>, marks: Properties[], why: string): Promise<T[]> {
  const found = new Map<string, T>();
  try {
    for (const mark of marks) for (const one of await once.find(mark)) found.set(once.idOf(one), one);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RefusedError(
      `${once.what} stopped: ${why} Looking for what it may have made failed as well: ${error.detail} Run pulumi up again: it looks first.`,
    );
  }
  for (const id of taken.get(keyOf(once)) ?? []) found.delete(id);
  return [...found.values()];
}

function severalText<T>(once: CreateOnce<T>, ids: string[], why: string): string {
  const many = `${once.what} stopped: ${why} Several objects may be what it has made (${ids.join(", ")}).`;
  if (once.costly === undefined)
    return `${many} Delete the wrong ones on the platform, or adopt the right one with the option import, then run again.`;
  return `${many} Nothing more was sent. Adopt the right one with the option import; if none is yours, remove the record of the interrupted request, ${once.context.intent.place}.`;
}

function notFoundText<T>(once: CreateOnce<T>, { lookFor }: Costly, why: string): string {
  const seconds = costlyLookPausesMs.reduce((sum, ms) => sum + ms) / 1000;
  return `${once.what} stopped: ${why} No ${lookFor} was found within ${seconds} s, but the platform may still act on the request. Look for it there before you run again; the next pulumi up looks for it too, before it asks again.`;
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
