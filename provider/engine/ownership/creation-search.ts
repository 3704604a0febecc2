import { RequestError } from "../../client/index.ts";
import { nameOfUrn } from "../../pulumi/formats/urn.ts";
import { clock } from "../../values/index.ts";
import type { Properties } from "../../values/properties.ts";
import { isUnreadable } from "../../values/unreadable.ts";
import { requesterBeside } from "../backend/objects-in-state.ts";
import { OperationError } from "../handler/errors.ts";
import type { Question } from "../handler/ownership.ts";
import { lateText, severalText, strictText } from "./create-once-messages.ts";
import {
  type Creation,
  type Found,
  keyOf,
  laggingMs,
  latestMs,
  type OpenRequest,
  searching,
  stateIdOf,
  stateIdsOf,
  subjectOf,
} from "./creation.ts";
import type { CreationNotes } from "./machine-notes.ts";
import { known } from "./refusals.ts";

/** Pauses before the first searches for what a request may have created; the last pause repeats. */
const searchPausesMs = [0, 500, 1_500, 3_000, 5_000];

/** Returns the one object that can be ours. Refuses to guess between several. */
export async function search<T>(
  once: Creation<T>,
  notes: CreationNotes,
  requests: OpenRequest[],
  why: string,
  /** When the last request was given up, in milliseconds since 1970. */
  since = Math.max(...requests.map(({ at }) => at)),
  /** How long after its request an object may appear. */
  withinMs = latestMs(once),
): Promise<Found<T> | undefined> {
  const { client } = once.context;
  let end = since + withinMs;
  for (let index = 0; ; index++) {
    const pauseMs = searchPausesMs[Math.min(index, searchPausesMs.length - 1)] ?? 0;
    await client.sleep(Math.min(pauseMs, Math.max(end - clock.now(), 0)), searching);
    const isLast = clock.now() >= end;
    const { found, competitor } = await candidates(once, notes, { requests, why, withinMs });
    const [first] = found;
    const ids = stateIdsOf(
      once,
      found.map(({ made }) => made),
    );
    if (found.length > 1) throw new OperationError(severalText(once, ids, why), "CP2106");
    const isOver = requests.every(({ isSearched }) => isSearched === true);
    if (first !== undefined && (isOver || client.settings.stopOnLostResponse))
      throw new OperationError((isOver ? lateText : strictText)(once, stateIdOf(once, first.made), why), "CP2122");
    if (first !== undefined && competitor === undefined) return first;
    if (isLast && first !== undefined) throw new OperationError(severalText(once, ids, why, competitor), "CP2106");
    if (!isLast) continue;
    // An object that has the unique name is no other: stale reads may not show its contents yet.
    const longest = since + laggingMs(once);
    if (once.isUnique !== true || clock.now() >= longest || !(await isNameTaken(once, requests))) return undefined;
    end = longest;
  }
}

async function isNameTaken<T>(once: Creation<T>, requests: readonly OpenRequest[]): Promise<boolean> {
  const named = await Promise.all(requests.map(({ asked }) => once.withSameName?.(asked) ?? []));
  return named.some((objects) => objects.length > 0);
}

/** Returns what these requests may have created, without objects that are known to be another resource's. */
async function candidates<T>(
  once: Creation<T>,
  notes: CreationNotes,
  { requests, why, withinMs }: { requests: OpenRequest[]; why: string; withinMs: number },
): Promise<{ found: Found<T>[]; competitor?: string }> {
  const found = await matches(once, requests, why);
  const unowned = await withoutOthers(once, [...found.values()], { reach: "run" });
  if (unowned.length === 0) return { found: [] };
  // If an object appeared after our first request, its creator also noted it after that.
  const since = Math.min(...requests.map(({ at }) => at));
  const others = await notes.others(since, withinMs);
  const unnoted = unowned.filter(({ made }) => !others.ids.has(once.idOf(made)));
  const asked = (one: Found<T>) => one.asked ?? once.context.record.asked ?? {};
  const ask = (one: Found<T>) => withoutOthers(once, [one], { reach: "backend", asked: asked(one), since });
  const left = (await Promise.all(unnoted.map(ask))).flat();
  if (others.isOpen)
    return {
      found: left,
      competitor:
        "another creation of the same content is under way on this machine, or ended without a clear response",
    };
  const [own] = left;
  // Which of several objects is ours cannot be determined.
  if (own === undefined || left.length > 1) return { found: left };
  // While the states were read, the owner may have deleted the object and removed it from its own state.
  if (!(await matches(once, requests, why)).has(once.idOf(own.made))) return { found: [] };
  if (own.stack !== undefined) return { found: [own], competitor: `stack ${own.stack} may have created it as well` };
  const beside = await besideOf(once, asked(own));
  return { found: [own], ...(beside !== undefined && { competitor: besideText(beside) }) };
}

/** Returns another resource of this stack that may have requested the object in a run on another machine, which has its note. */
async function besideOf<T>(
  { kind, context: { record, ownership } }: Creation<T>,
  asked: Readonly<Properties>,
): Promise<string | undefined> {
  const state = await ownership.backend.stateOf(record.urn);
  return isUnreadable(state) ? undefined : requesterBeside(state, { urn: record.urn, kind, asked });
}

function besideText(urn: string): string {
  return `the creation of the same for "${nameOfUrn(urn)}" of this stack was interrupted`;
}

/** Returns what these requests may have created, by id. */
async function matches<T>(
  once: Creation<T>,
  requests: readonly OpenRequest[],
  why: string,
): Promise<Map<string, Found<T>>> {
  const found = new Map<string, Found<T>>();
  try {
    // The newest request is first in the list and last in this loop: it wins where an object may be of two requests, since its
    // inputs are what the program wants now.
    for (const { mark, asked } of [...requests].reverse())
      for (const made of await once.find(mark, asked)) found.set(once.idOf(made), { made, asked });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new OperationError(
      `${once.what} stopped: ${why} The search for what it may have created failed, too: ${error.detail} Run pulumi up again: it searches first.`,
      "CP2112",
    );
  }
  return found;
}

/** Returns the objects that no other resource has, each with the stack that may have it. */
async function withoutOthers<T>(
  once: Creation<T>,
  some: readonly Found<T>[],
  question: Omit<Question, "urn">,
): Promise<(Found<T> & { stack?: string })[]> {
  const { ownership, record } = once.context;
  const keys = some.map(({ made }) => keyOf(once, made));
  const owners = await ownership.whoseAll(keys, { urn: record.urn, ...question });
  return some.flatMap((one, index) => {
    const owner = known(owners[index] ?? { is: "nobody" }, subjectOf(once, one.made));
    // An object that the resource itself has in state comes from an earlier creation.
    if (owner.is === "other" || (owner.is === "self" && owner.isInState)) return [];
    return [{ ...one, ...(owner.is === "uncertain" && { stack: owner.stack }) }];
  });
}
