import { endpoints, type Task, withZone } from "../api/index.ts";
import { sentIn } from "../schema/index.ts";
import type { Client } from "./client.ts";
import { getOrUndefined } from "./errors.ts";
import { totalOf } from "./pages.ts";

/** A task that somebody waits for. */
export interface PendingTask {
  id: string;
  projectId: number;
  regionId: number;
  /** When it was made on the platform's clock, once it was seen. */
  createdOn: string | undefined;
  /** When it was last read by its id, on the clock of `performance.now()`. */
  readAt: number;
}

/** The longest page of the list (companion §1.1). */
const longestPage = 1000;

/** Pages of one poll; what is not on them is read singly. */
const mostPages = 5;

/** Single reads in one poll: tasks that are too old for the list take turns, so that requests stay few. */
const mostSingleReads = 8;

/** Tasks by id as a poll has found them; undefined: the platform does not know the task. What is missing was not asked for. */
export type Polled = ReadonlyMap<string, Task | undefined>;

/**
 * Polls tasks: one of them by its id, more of them by one list, newest first, of their projects and regions. The list
 * begins where the oldest of them was made, so it stays short in a busy account too.
 */
export async function pollTasks(client: Client, wanted: readonly PendingTask[]): Promise<Polled> {
  const found = new Map<string, Task | undefined>();
  if (wanted.length > 1) await readListed(client, wanted, found);
  // Those that have waited longest for a single read come first.
  const missing = wanted.filter(({ id }) => !found.has(id)).sort((a, b) => a.readAt - b.readAt);
  const turn = missing.slice(0, mostSingleReads);
  const now = performance.now();
  const read = async (one: PendingTask) => {
    found.set(one.id, await readOne(client, one.id));
    one.readAt = now;
  };
  await Promise.all(turn.map(read));
  return found;
}

function readOne(client: Client, id: string): Promise<Task | undefined> {
  return getOrUndefined(client.call(endpoints["tasks.get"], { params: { task_id: id } }));
}

async function readListed(
  client: Client,
  wanted: readonly PendingTask[],
  found: Map<string, Task | undefined>,
): Promise<void> {
  const ids = new Set(wanted.map(({ id }) => id));
  const since = earliest(wanted);
  // Tasks that were not seen yet have just been made: they are among the newest.
  const limit = since === undefined ? Math.min(longestPage, 2 * wanted.length + 20) : longestPage;
  for (let page = 0, offset = 0; page < mostPages; page++) {
    const answer = await client.call(endpoints["tasks.list"], {
      query: {
        limit,
        offset,
        order_by: "desc",
        project_id: distinct(wanted.map(({ projectId }) => projectId)),
        region_id: distinct(wanted.map(({ regionId }) => regionId)),
        from_timestamp: since,
      },
    });
    for (const task of answer.results) if (ids.has(task.id)) found.set(task.id, task);
    // The platform's pages may be smaller than what was asked for.
    offset += sentIn(answer.results);
    const isLast = sentIn(answer.results) === 0 || offset >= (totalOf(answer) ?? Number.POSITIVE_INFINITY);
    if (found.size === ids.size || isLast || (since === undefined && offset >= limit)) return;
  }
}

/** The time since which all tasks that were read have been created. */
function earliest(wanted: readonly PendingTask[]): string | undefined {
  const moments = wanted.map(({ createdOn }) => momentOf(createdOn)).filter((moment) => moment !== undefined);
  return moments.length === 0 ? undefined : new Date(Math.min(...moments)).toISOString();
}

function momentOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const moment = Date.parse(withZone(text));
  return Number.isNaN(moment) ? undefined : moment;
}

function distinct(numbers: number[]): number[] {
  return [...new Set(numbers)];
}
