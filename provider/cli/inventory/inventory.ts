import { mayBeSame } from "../../engine/backend/objects-in-state.ts";
import { ownKind } from "../../pulumi/formats/type-token.ts";
import { type ResourceType, resources } from "../../resources/registry.ts";
import type { Properties } from "../../values/properties.ts";
import { textOrder } from "../../values/text-order.ts";
import type { Listed, ListedObject, Place } from "../account/objects.ts";
import type { PendingCreate, StackResource, Stacks } from "../account/stacks.ts";

/**
 * Who manages an object. `managed`: one resource of one stack. `unmanaged`: no resource. `duplicate`: several resources.
 * `pending`: a run was interrupted while creating it. `gone`: a stack has it, but the platform does not. `unknown`: a stack or
 * list could not be read.
 */
export const statuses = ["managed", "unmanaged", "duplicate", "pending", "gone", "unknown"] as const;

export type Status = (typeof statuses)[number];

/** An object of the account or of a stack. */
export interface Entry {
  status: Status;
  /** `cdn:RuleTemplate`. */
  type: string;
  /** Name of the kind on the command line. */
  kind: string;
  id: string;
  name: string;
  /** Resources that manage the object, or that are about to create it. */
  owners: { stack: string; urn: string }[];
  createdAt?: string;
  /** When the object was added to a stack, if the platform does not report its creation time. */
  since?: string;
  /** The element of the platform's list; absent if the object is gone. */
  live?: Properties;
  /** The resource that manages the object. For a part of a resource, the resource itself. */
  resource?: StackResource;
}

/** The combined result of lists and states. */
export interface Inventory {
  entries: Entry[];
  /** Interrupted creates without an object on the platform. */
  unmadeCreates: PendingCreate[];
}

interface Holder {
  resource: StackResource;
  urn: string;
}

/** Settings that every account has. They are not forgotten objects when no stack manages them. */
const settingTypes = Object.values(resources)
  .filter(({ isAlwaysThere }) => isAlwaysThere === true)
  .map(({ area, type }) => `${area}:${type}`);

/** `cdn:RuleTemplate` by class name. */
const kindOf = Object.fromEntries(
  Object.values(resources).map(({ area, type }) => [type, `${area}:${type}`]),
) as Record<ResourceType, string>;

/** Compares lists and states. Draws no conclusions from what could not be read. */
export function inventoryOf(lists: readonly Listed[], stacks: Stacks): Inventory {
  const holders = holdersOf(stacks.resources);
  const pending = new Set(stacks.pending);
  const entries: Entry[] = [];
  const seen = new Set<string>();
  const isWhole = stacks.unread.length === 0;
  for (const { type, kind, found, ended } of lists)
    for (const object of [...found, ...ended]) {
      const token = kindOf[type];
      const key = `${token} ${object.id}`;
      seen.add(key);
      const own = holders.get(key) ?? [];
      const create = own.length === 0 ? pendingOf(pending, token, object) : undefined;
      if (create !== undefined) pending.delete(create);
      if (own.length === 0 && create === undefined && settingTypes.includes(token)) continue;
      if (own.length === 0 && ended.includes(object)) continue;
      const status = own.length > 1 ? "duplicate" : own.length === 1 ? "managed" : create ? "pending" : "unmanaged";
      entries.push(
        entryOf({ type: token, kind, object, own, create }, status === "unmanaged" && !isWhole ? "unknown" : status),
      );
    }
  for (const [key, own] of holders) if (!seen.has(key)) entries.push(missingEntry(key, own, lists));
  return { entries: entries.sort(byStatus), unmadeCreates: [...pending] };
}

function holdersOf(resources: readonly StackResource[]): Map<string, Holder[]> {
  const holders = new Map<string, Holder[]>();
  for (const resource of resources)
    for (const { type, id, urn } of resource.objects) {
      const key = `${ownKind(type) ?? type} ${id}`;
      holders.set(key, [...(holders.get(key) ?? []), { resource, urn }]);
    }
  return holders;
}

/** The pending create whose inputs match an object. If several match, the first is taken, as each stands for one object. */
function pendingOf(pending: ReadonlySet<PendingCreate>, token: string, { live }: ListedObject) {
  return [...pending].find(
    ({ type, asked }) =>
      ownKind(type) === token && Object.keys(asked).length > 0 && mayBeSame(known(asked, live), live),
  );
}

/** The inputs that a list shows; it may leave some out. */
function known(asked: Properties, live: Properties): Properties {
  return Object.fromEntries(Object.entries(asked).filter(([name]) => live[name] !== undefined && live[name] !== null));
}

function entryOf(
  {
    type,
    kind,
    object,
    own,
    create,
  }: { type: string; kind: string; object: ListedObject; own: Holder[]; create: PendingCreate | undefined },
  status: Status,
): Entry {
  const { id, name, live, createdAt } = object;
  const since = own[0]?.resource.since;
  return {
    ...{ status, type, kind, id, name, live },
    owners: create ? [{ stack: create.stack, urn: create.urn }] : own.map(ownerOf),
    ...(createdAt !== undefined && { createdAt }),
    ...(createdAt === undefined && since !== undefined && { since }),
    ...(own[0] !== undefined && { resource: own[0].resource }),
  };
}

/** An object that a stack has but no list shows. It is gone only if its list was read completely. */
function missingEntry(key: string, own: Holder[], lists: readonly Listed[]): Entry {
  const [type = "", id = ""] = key.split(/ (.*)/);
  const ofType = lists.filter((one) => kindOf[one.type] === type);
  const list = ofType.find(({ place }) => place === undefined || id.startsWith(placePrefix(place)));
  const isKnown = list !== undefined && list.failure === undefined && list.unread === 0 && !settingTypes.includes(type);
  const [first] = own;
  return {
    ...{ status: isKnown ? ("gone" as const) : ("unknown" as const), type, kind: list?.kind ?? type, id },
    ...{ name: nameIn(first?.resource), owners: own.map(ownerOf) },
    ...(first?.resource.since !== undefined && { since: first.resource.since }),
    ...(first !== undefined && { resource: first.resource }),
  };
}

function placePrefix({ projectId, regionId }: Place): string {
  return `${projectId}/${regionId}/`;
}

function nameIn(resource: StackResource | undefined): string {
  const name = resource?.outputs.name ?? resource?.inputs.name;
  return typeof name === "string" ? name : "";
}

const ownerOf = ({ resource: { stack }, urn }: Holder) => ({ stack, urn });

function byStatus(a: Entry, b: Entry): number {
  const place = ({ status }: Entry) => (status === "managed" ? statuses.length : statuses.indexOf(status));
  return place(a) - place(b) || textOrder(a.type, b.type) || a.id.localeCompare(b.id, "en", { numeric: true });
}

/** Clients of the stacks' quota notifications, which are read by client. */
export function clientsIn(resources: readonly StackResource[]): number[] {
  return idsOf(resources, "quotas:NotificationThreshold").map(Number);
}

/** Projects and regions of the stacks' clusters, which are listed by place. */
export function placesIn(resources: readonly StackResource[]): Place[] {
  const places = idsOf(resources, "kubernetes:Cluster").flatMap((id) => {
    const [, projectId, regionId] = /^(\d+)\/(\d+)\//.exec(id) ?? [];
    return projectId === undefined || regionId === undefined ? [] : [`${projectId}/${regionId}`];
  });
  return [...new Set(places)].map((text) => {
    const [projectId = 0, regionId = 0] = text.split("/").map(Number);
    return { projectId, regionId };
  });
}

function idsOf(resources: readonly StackResource[], kind: string): string[] {
  const objects = resources.flatMap((one) => one.objects);
  return [...new Set(objects.filter(({ type }) => ownKind(type) === kind).map(({ id }) => id))];
}
