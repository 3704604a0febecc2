import { endpoints, type Task as TaskRecord, withZone } from "../../api/index.ts";
import { type Camel, sentIn } from "../../schema/index.ts";
import { clock } from "../../values/index.ts";
import { getOrUndefined } from "../errors.ts";
import type { OperationClient } from "../operation-client.ts";
import { totalOf } from "../read-list.ts";

/** A task as read. */
export type Task = Camel<TaskRecord>;

/** A task that an operation waits for. */
export interface PendingTask {
  id: string;
  projectId: number;
  regionId: number;
  /** When it was created, on the platform's clock; undefined until it is seen. */
  createdOn: string | undefined;
  /** When it was last read by its id, on the monotonic clock. */
  readAt: number;
}

/** Maximum page size of the list (companion §1.1). */
const maxPageSize = 1000;

/** Maximum number of pages per poll; tasks beyond them are read individually. */
const maxPages = 5;

/** Maximum number of individual reads per poll: tasks that are too old for the list take turns, so that requests stay few. */
const maxSingleReads = 8;

/** Tasks by id as found by a poll; undefined if the platform does not know the task. Tasks without an entry were not read. */
export type Polled = ReadonlyMap<string, Task | undefined>;

/**
 * Polls tasks: a single task by its id, several with one list, newest first, of their projects and regions. The list begins at
 * the creation of the oldest task, so it stays short in a busy account, too.
 */
export async function pollTasks(client: OperationClient, wanted: readonly PendingTask[]): Promise<Polled> {
  const found = new Map<string, Task | undefined>();
  if (wanted.length > 1) await readListed(client, wanted, found);
  // Tasks that have waited longest for an individual read come first.
  const missing = wanted.filter(({ id }) => !found.has(id)).sort((a, b) => a.readAt - b.readAt);
  const turn = missing.slice(0, maxSingleReads);
  const now = clock.monotonic();
  const read = async (one: PendingTask) => {
    found.set(one.id, await readOne(client, one.id));
    one.readAt = now;
  };
  await Promise.all(turn.map(read));
  return found;
}

function readOne(client: OperationClient, id: string): Promise<Task | undefined> {
  return getOrUndefined(client.call(endpoints["tasks.get"], { params: { taskId: id } }));
}

async function readListed(
  client: OperationClient,
  wanted: readonly PendingTask[],
  found: Map<string, Task | undefined>,
): Promise<void> {
  const ids = new Set(wanted.map(({ id }) => id));
  const since = earliest(wanted);
  // Tasks that have not been seen yet were created just now: they are among the newest.
  const limit = since === undefined ? Math.min(maxPageSize, 2 * wanted.length + 20) : maxPageSize;
  for (let page = 0, offset = 0; page < maxPages; page++) {
    const response = await client.call(endpoints["tasks.list"], {
      query: {
        limit,
        offset,
        orderBy: "desc",
        projectId: distinct(wanted.map(({ projectId }) => projectId)),
        regionId: distinct(wanted.map(({ regionId }) => regionId)),
        fromTimestamp: since,
      },
    });
    for (const task of response.results) if (ids.has(task.id)) found.set(task.id, task);
    // Pages may be smaller than requested.
    offset += sentIn(response.results);
    const isLast = sentIn(response.results) === 0 || offset >= (totalOf(response) ?? Number.POSITIVE_INFINITY);
    if (found.size === ids.size || isLast || (since === undefined && offset >= limit)) return;
  }
}

/** When the oldest of the tasks that have been seen was created. */
function earliest(wanted: readonly PendingTask[]): string | undefined {
  const times = wanted.map(({ createdOn }) => timeOf(createdOn)).filter((time) => time !== undefined);
  return times.length === 0 ? undefined : new Date(Math.min(...times)).toISOString();
}

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(withZone(text));
  return Number.isNaN(time) ? undefined : time;
}

function distinct(numbers: number[]): number[] {
  return [...new Set(numbers)];
}
