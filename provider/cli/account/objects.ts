import { detailOf, type OperationClient, PlatformError } from "../../client/index.ts";
import { type ListedObjects, listers } from "../../resources/list-objects.ts";
import { type ResourceType, resources } from "../../resources/registry.ts";

export type { ListedObject, Skipped } from "../../resources/list-objects.ts";

/** A project and a region. The platform lists clusters by place, but has no list of places. */
export interface Place {
  projectId: number;
  regionId: number;
}

/** Objects of one kind in an account, or in one place for kinds that are listed by place. */
export interface Listed extends ListedObjects {
  type: ResourceType;
  /** Name of the kind on the command line: `rule-template`. */
  kind: string;
  place?: Place;
  /** Why the list could not be read. Nothing is known about its objects then. */
  failure?: PlatformError;
}

/**
 * Lists every object of an account that a resource can manage. Reports a list that cannot be read, and reads the others. The
 * platform lists neither places nor clients: `clients` are those that stacks name, besides the one in the settings.
 */
export async function listAccount(
  client: OperationClient,
  places: readonly Place[],
  clients: readonly number[] = [],
): Promise<Listed[]> {
  const { clientId: own } = client.settings;
  const clientIds = new Set(own === undefined ? clients : [own, ...clients]);
  const lists = Object.values(resources).flatMap(({ type, adoption: { word: kind } }) => {
    const lister = listers[type];
    // Rule sets are not listed: their rules are adopted one by one, unless `adopt rule-set` puts them into a set first.
    if (lister === undefined) return [];
    if (lister.by.includes("clientId"))
      return [...clientIds].map((clientId) => attempt({ type, kind }, () => lister.list(client, { clientId })));
    if (!lister.by.includes("projectId")) return [attempt({ type, kind }, () => lister.list(client, {}))];
    return places.map((place) => attempt({ type, kind, place }, () => lister.list(client, place)));
  });
  return Promise.all(lists);
}

/** Lists the rule templates that a program may own. */
export function listRuleTemplates(client: OperationClient): Promise<ListedObjects> {
  return listers.RuleTemplate.list(client, {});
}

async function attempt(
  about: Pick<Listed, "type" | "kind" | "place">,
  list: () => Promise<ListedObjects>,
): Promise<Listed> {
  try {
    return { ...about, ...(await list()) };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const where = about.place === undefined ? "" : ` in ${about.place.projectId}/${about.place.regionId}`;
    const skipped = [{ object: `every ${about.kind}${where}`, reason: detailOf(error) }];
    return { ...about, found: [], ended: [], skipped, unread: 0, failure: error };
  }
}
