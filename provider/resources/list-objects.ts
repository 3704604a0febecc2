import { InputError, type OperationClient, type WholeList } from "../client/index.ts";
import { waysToSet } from "../client/settings.ts";
import type { ReservationResult } from "../types/reservations.ts";
import type { Properties } from "../values/properties.ts";
import { listAppTemplates } from "./app-template/handler.ts";
import { addressText } from "./cluster/address.ts";
import { listClusters } from "./cluster/remote.ts";
import { getThreshold } from "./notification-threshold/handler.ts";
import type { ResourceType } from "./registry.ts";
import { hasEnded } from "./reservation/cancel.ts";
import { listReservations } from "./reservation/remote.ts";
import { RuleTemplates } from "./rule-template/reader.ts";
import { listSecrets } from "./secret/remote.ts";

/** An object of the platform that a resource can represent. */
export interface ListedObject {
  /** In the form of the option `import`. */
  id: string;
  name: string;
  /** The element of the list. */
  live: Properties;
  createdAt?: string;
}

/** An object that no program can declare, and why. */
export interface Skipped {
  object: string;
  reason: string;
}

/** Objects of one kind. */
export interface ListedObjects {
  found: ListedObject[];
  /** Objects without any obligation left: a stack may still have them, but nobody needs them. */
  ended: ListedObject[];
  skipped: Skipped[];
  /** Number of elements that cannot be read: what they are is not known. */
  unread: number;
}

/** What narrows a list. Settings provide what is left out. */
export interface ListQuery {
  projectId?: number | undefined;
  regionId?: number | undefined;
  clientId?: number | undefined;
}

/** How the objects of a resource are listed. */
interface Lister {
  /** What the platform lists the objects by. */
  by: readonly (keyof ListQuery)[];
  list(client: OperationClient, query: ListQuery): Promise<ListedObjects>;
}

/**
 * Lists the objects of an account, by resource, so that the compiler reports a resource without a list. A rule set has none: the
 * platform has its rules, as rule templates.
 */
export const listers: Record<Exclude<ResourceType, "RuleSet">, Lister> & { RuleSet: undefined } = {
  RuleTemplate: { by: [], list: ruleTemplates },
  RuleSet: undefined,
  Cluster: { by: ["projectId", "regionId"], list: clusters },
  Reservation: { by: [], list: reservations },
  AppTemplate: { by: [], list: appTemplates },
  Secret: { by: [], list: secrets },
  NotificationThreshold: { by: ["clientId"], list: notificationThresholds },
};

/** Returns a value that the platform lists by: the argument, or else the setting. */
function wanted(client: OperationClient, query: ListQuery, name: keyof ListQuery): number {
  const value = query[name] ?? client.settings[name];
  if (value === undefined) throw new InputError("Listing", [`${name} is required; ${waysToSet(name)}`]);
  return value;
}

/** Lists templates that a program may own: neither the platform's nor deleted ones. */
async function ruleTemplates(client: OperationClient): Promise<ListedObjects> {
  const all = await RuleTemplates.of(client).all();
  const isSystem = (one: { default?: boolean | null }) => one.default === true;
  const own = all.items.filter((one) => !isSystem(one) && one.deleted !== true);
  const skipped = all.items
    .filter(isSystem)
    .map((one) => ({ object: `rule template ${one.id} "${one.name ?? ""}"`, reason: "belongs to the platform" }));
  return listed("rule template", all, { found: own.map((one) => objectOf(one)), skipped });
}

async function clusters(client: OperationClient, query: ListQuery): Promise<ListedObjects> {
  const place = { projectId: wanted(client, query, "projectId"), regionId: wanted(client, query, "regionId") };
  const all = await listClusters(client, place.projectId, place.regionId);
  return listed("cluster", all, {
    found: all.items.map((one) => objectOf({ ...one, ...place, id: addressText({ ...place, name: one.name }) })),
  });
}

async function reservations(client: OperationClient): Promise<ListedObjects> {
  const all = await listReservations(client);
  // What COPIED still costs is not documented, so that no deletion takes it for ended. In the sources it follows EXPIRED.
  const isOver = (one: ReservationResult) => hasEnded(one) || one.status.toUpperCase() === "COPIED";
  const over = all.items.filter(isOver);
  return listed("reservation", all, {
    found: all.items.filter((one) => !isOver(one)).map((one) => objectOf(one)),
    ended: over.map((one) => objectOf(one)),
    skipped: over.map((one) => ({ object: `reservation ${one.id} "${one.name}"`, reason: `is ${one.status}` })),
  });
}

async function appTemplates(client: OperationClient): Promise<ListedObjects> {
  const all = await listAppTemplates(client, { onlyMine: true });
  return listed("app template", all, { found: all.items.map((one) => objectOf(one)) });
}

async function secrets(client: OperationClient): Promise<ListedObjects> {
  const all = await listSecrets(client);
  return listed("secret", all, { found: all.items.map((one) => objectOf(one)) });
}

/** A client has exactly one threshold. */
async function notificationThresholds(client: OperationClient, query: ListQuery): Promise<ListedObjects> {
  const clientId = wanted(client, query, "clientId");
  const live = await getThreshold(client, clientId);
  const found = live === undefined ? [] : [objectOf({ ...live, id: clientId })];
  return { found, ended: [], skipped: [], unread: 0 };
}

function objectOf(one: object & { id: string | number; name?: string | null }): ListedObject {
  const { createdAt } = one as { createdAt?: unknown };
  return {
    ...{ id: String(one.id), name: one.name ?? "", live: { ...one } },
    ...(typeof createdAt === "string" && { createdAt }),
  };
}

/** Returns what a list has, including the elements that cannot be read. */
function listed(
  noun: string,
  list: WholeList<unknown>,
  { found, ended = [], skipped = [] }: { found: ListedObject[]; ended?: ListedObject[]; skipped?: Skipped[] },
): ListedObjects {
  return { found, ended, skipped: [...skipped, ...unreadable(noun, list)], unread: list.unread.length };
}

function unreadable(noun: string, { unread }: WholeList<unknown>): Skipped[] {
  return unread.map((sent) => {
    const id = typeof sent === "object" && sent !== null && "id" in sent ? String(sent.id) : "without a readable id";
    return { object: `${noun} ${id}`, reason: "its entry in the platform's list has another form than documented" };
  });
}
