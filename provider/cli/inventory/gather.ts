import { originOf } from "../../client/evidence/origin.ts";
import { parseDuration } from "../../client/index.ts";
import { listAccount } from "../account/objects.ts";
import { placesOf } from "../account/places.ts";
import { readStacks, type Stacks, stackNames } from "../account/stacks.ts";
import { pulumiIn } from "../doctor/pulumi.ts";
import { UsageError } from "../exit-codes.ts";
import { batchProgress } from "../progress.ts";
import { projectOf } from "../stack-settings.ts";
import { commandClientFor, type Terminal } from "../terminal.ts";
import { clientsIn, type Entry, type Inventory, inventoryOf, placesIn } from "./inventory.ts";

/** The part of the backend and of the account that a command covers. */
export interface ScopeOptions {
  place?: string[];
  stack?: string[];
}

/** An inventory and its coverage. */
export interface Gathered extends Inventory {
  platform: string;
  stacks: Pick<Stacks, "names" | "unread" | "elsewhere">;
  /** Unreadable lists, and unreadable elements of lists. */
  unread: { object: string; reason: string }[];
  places: string[];
}

/** Reads the stacks of the backend and the lists of the account: one list for each kind and place. */
export async function gather(options: ScopeOptions, terminal: Terminal): Promise<Gathered> {
  const client = await commandClientFor(terminal, "inventory");
  const { baseUrl } = client.settings;
  const folder = terminal.folder ?? process.cwd();
  const pulumi = pulumiIn(projectOf(folder) ?? folder, terminal.environment as NodeJS.ProcessEnv, terminal.signal);
  const origin = await originOf(client);
  const names = options.stack ?? (await stackNames(pulumi));
  const progress = batchProgress("stacks read", names.length, terminal);
  const before = await readStacks(pulumi, origin, names, progress.add).finally(progress.end);
  const places = [...placesOf(options.place, client.settings), ...placesIn(before.resources)];
  const distinct = [...new Map(places.map((one) => [`${one.projectId}/${one.regionId}`, one]))];
  const lists = await listAccount(
    client,
    distinct.map(([, place]) => place),
    clientsIn(before.resources),
  );
  const first = inventoryOf(lists, before);
  const { stacks, inventory } = await settled(first, before, async () => {
    const after = await readStacks(pulumi, origin, names);
    return { stacks: after, inventory: inventoryOf(lists, after) };
  });
  return {
    ...inventory,
    ...{ platform: baseUrl, places: distinct.map(([text]) => text) },
    stacks: { names: stacks.names, unread: stacks.unread, elsewhere: stacks.elsewhere },
    unread: lists.flatMap((list) => (list.failure === undefined && list.unread === 0 ? [] : list.skipped.slice(-1))),
  };
}

/**
 * Re-reads the states, because an update may be running. An object that the update creates is in a state read after the list, and
 * one that it deletes is in no state anymore. An object is therefore unmanaged only if no state read after the list has it, and
 * gone only if a state read before the list had it as well.
 */
async function settled(
  first: Inventory,
  before: Stacks,
  again: () => Promise<{ stacks: Stacks; inventory: Inventory }>,
): Promise<{ stacks: Stacks; inventory: Inventory }> {
  const isOpen = ({ status }: Entry) => status === "unmanaged" || status === "gone" || status === "pending";
  if (!first.entries.some(isOpen) && first.unmadeCreates.length === 0) return { stacks: before, inventory: first };
  const { stacks, inventory } = await again();
  const keyOf = ({ type, id }: Entry) => `${type} ${id}`;
  const gone = new Set(first.entries.filter(({ status }) => status === "gone").map(keyOf));
  const entries = inventory.entries.filter((one) => one.status !== "gone" || gone.has(keyOf(one)));
  return { stacks, inventory: { ...inventory, entries } };
}

/** Whether something could not be read, so that the inventory may be incomplete. */
export function isPartial({ stacks, unread }: Gathered): boolean {
  return stacks.unread.length + unread.length > 0;
}

/** The age of an object in milliseconds. Undefined if neither the platform nor a state has its creation time. */
export function ageMs({ createdAt, since }: Pick<Entry, "createdAt" | "since">, now: number): number | undefined {
  const text = createdAt ?? since;
  // Times of reservations may lack a zone; they are in UTC.
  const time = Date.parse(text === undefined || /(Z|[+-]\d\d:?\d\d)$/.test(text) ? (text ?? "") : `${text}Z`);
  return Number.isNaN(time) ? undefined : Math.max(0, now - time);
}

/** Parses a duration of the command line, such as `30d`. */
export function durationOption(name: string, text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined) return milliseconds;
  throw new UsageError(`--${name} must be a duration such as 12h or 30d; got ${JSON.stringify(text)}.`, "CP3001");
}
