import { endpoints, type Task, withZone } from "../api/index.ts";
import type { Client } from "./client.ts";
import { isNotFound } from "./errors.ts";

/** A task that somebody waits for. */
export interface Wanted {
  id: string;
  projectId: number;
  regionId: number;
  /** When it was made on the platform's clock, once it was seen. */
  createdOn: string | undefined;
}

/** The longest page of the list (companion §1.1). */
const longestPage = 1000;

/** Pages of one look; what is not on them is read singly. */
const mostPages = 3;

/** Single reads in one look: tasks that are too old for the list take turns, so that requests stay few. */
const mostSingleReads = 8;

/**
 * Looks at tasks: one of them by its id, more of them by one list, newest first, of their projects and regions. The list
 * begins where the oldest of them was made, so it stays short in a busy account too.
 */
export async function lookAt(client: Client, wanted: readonly Wanted[]): Promise<Map<string, Task>> {
  const found = new Map<string, Task>();
  if (wanted.length > 1) await readListed(client, wanted, found);
  const missing = wanted.filter(({ id }) => !found.has(id)).slice(0, mostSingleReads);
  for (const task of await Promise.all(missing.map(({ id }) => readOne(client, id))))
    if (task !== undefined) found.set(task.id, task);
  return found;
}

async function readOne(client: Client, id: string): Promise<Task | undefined> {
  try {
    return await client.call(endpoints["tasks.get"], { params: { task_id: id } });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function readListed(client: Client, wanted: readonly Wanted[], found: Map<string, Task>): Promise<void> {
  const ids = new Set(wanted.map(({ id }) => id));
  const since = earliest(wanted);
  // Tasks that were not seen yet have just been made: they are among the newest.
  const limit = since === undefined ? Math.min(longestPage, 2 * wanted.length + 20) : longestPage;
  for (let page = 0; page < (since === undefined ? 1 : mostPages); page++) {
    const { count, results } = await client.call(endpoints["tasks.list"], {
      query: {
        limit,
        offset: page * limit,
        order_by: "desc",
        project_id: distinct(wanted.map(({ projectId }) => projectId)),
        region_id: distinct(wanted.map(({ regionId }) => regionId)),
        from_timestamp: since,
      },
    });
    for (const task of results) if (ids.has(task.id)) found.set(task.id, task);
    if (found.size === ids.size || results.length === 0 || (page + 1) * limit >= count) return;
  }
}

/** The moment from which on all that have been seen were made. */
function earliest(wanted: readonly Wanted[]): string | undefined {
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
