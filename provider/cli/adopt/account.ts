import { endpoints } from "../../api/index.ts";
import { type OperationClient, PlatformError, readPages, totalOf, type WholeList } from "../../client/index.ts";
import { addressText, listClusters } from "../../resources/cluster/remote.ts";
import { type ResourceType, resources } from "../../resources/registry.ts";
import { listReservations } from "../../resources/reservation/remote.ts";
import { RuleTemplates } from "../../resources/rule-template/reader.ts";

/** A project in a region: the platform lists clusters by place, and has no list of places. */
export interface Place {
  projectId: number;
  regionId: number;
}

/** Objects of one kind in an account. */
export interface Listed {
  /** The word of the command line: `rule-template`. */
  kind: string;
  ids: string[];
  /** What is not adopted, with the reason. */
  skipped: Skipped[];
}

export interface Skipped {
  object: string;
  reason: string;
}

/** Reservations in these statuses carry no obligation any more. */
const ended: readonly string[] = ["REJECTED", "EXPIRED", "COPIED"];

const pageSize = 1000;

/** Lists the objects of one resource, once for each place that it is given. */
interface Lister {
  byPlace?: true;
  list(client: OperationClient, place: Place): Promise<Found>;
}

/** By class, so that the compiler names a resource that has none. */
const listers: Record<ResourceType, Lister> = {
  RuleTemplate: { list: listRuleTemplates },
  // Its rules are rule templates, which are adopted one by one; `adopt rule-set` takes them into a set before.
  RuleSet: { list: async () => ({ ids: [], skipped: [] }) },
  Cluster: { byPlace: true, list: clusters },
  Reservation: { list: reservations },
  AppTemplate: { list: appTemplates },
  Secret: { list: secrets },
  NotificationThreshold: { list: notificationThresholds },
};

const noPlace: Place = { projectId: 0, regionId: 0 };

/** Every object of an account that a resource can stand for. A list that cannot be read is reported, and the others go on. */
export async function listAccount(client: OperationClient, places: readonly Place[]): Promise<Listed[]> {
  const lists = Object.values(resources).flatMap(({ type, adoption: { word } }) => {
    const { byPlace, list } = listers[type];
    if (byPlace !== true) return [attempt(word, () => list(client, noPlace))];
    return places.map((place) => attempt(word, () => list(client, place), ` in ${place.projectId}/${place.regionId}`));
  });
  return Promise.all(lists);
}

type Found = Omit<Listed, "kind">;

async function attempt(kind: string, list: () => Promise<Found>, where = ""): Promise<Listed> {
  try {
    return { kind, ...(await list()) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { kind, ids: [], skipped: [{ object: `every ${kind}${where}`, reason: error.message }] };
  }
}

/** Templates that a program may own: neither the platform's nor deleted ones. */
export async function listRuleTemplates(client: OperationClient): Promise<Found> {
  const found = await RuleTemplates.of(client).all();
  const isSystem = (one: { default?: boolean | null }) => one.default === true;
  return {
    ids: found.items.filter((one) => !isSystem(one) && one.deleted !== true).map((one) => String(one.id)),
    skipped: [
      ...found.items
        .filter(isSystem)
        .map((one) => ({ object: `rule template ${one.id} "${one.name ?? ""}"`, reason: "belongs to the platform" })),
      ...unreadable("rule template", found),
    ],
  };
}

async function clusters(client: OperationClient, place: Place): Promise<Found> {
  const found = await listClusters(client, place.projectId, place.regionId);
  return {
    ids: found.items.map(({ name }) => addressText({ ...place, name })),
    skipped: unreadable("cluster", found),
  };
}

async function reservations(client: OperationClient): Promise<Found> {
  const found = await listReservations(client);
  const isOver = ({ status }: { status: string }) => ended.includes(status);
  return {
    ids: found.items.filter((one) => !isOver(one)).map((one) => String(one.id)),
    skipped: [
      ...found.items
        .filter(isOver)
        .map((one) => ({ object: `reservation ${one.id} "${one.name}"`, reason: `is ${one.status}` })),
      ...unreadable("reservation", found),
    ],
  };
}

async function appTemplates(client: OperationClient): Promise<Found> {
  const found = await readPages(
    async (offset) => {
      const query = { onlyMine: true, limit: pageSize, offset };
      const response = await client.call(endpoints["appTemplates.list"], { query });
      return { items: response.templates, total: totalOf(response) };
    },
    (one) => one.id,
  );
  return { ids: found.items.map((one) => String(one.id)), skipped: unreadable("app template", found) };
}

/** The values of a secret are never returned, so no declaration can be written. */
async function secrets(client: OperationClient): Promise<Found> {
  const found = await readPages(
    async (offset) => {
      const response = await client.call(endpoints["secrets.list"], { query: { limit: pageSize, offset } });
      return { items: response.secrets, total: totalOf(response) };
    },
    (one) => one.id,
  );
  const reason = "the platform does not return its values: declare it with them and with the option import";
  return {
    ids: [],
    skipped: [
      ...found.items.map((one) => ({ object: `secret ${one.id} "${one.name}"`, reason })),
      ...unreadable("secret", found),
    ],
  };
}

/** A client has exactly one; only the client of the settings is known. */
async function notificationThresholds({ settings: { clientId } }: OperationClient): Promise<Found> {
  return { ids: clientId === undefined ? [] : [String(clientId)], skipped: [] };
}

function unreadable(noun: string, { unread }: WholeList<unknown>): Skipped[] {
  return unread.map((sent) => {
    const id = typeof sent === "object" && sent !== null && "id" in sent ? String(sent.id) : "without a readable id";
    return { object: `${noun} ${id}`, reason: "its entry in the platform's list has another form than documented" };
  });
}
