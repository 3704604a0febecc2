import { type OperationClient, PlatformError } from "../../client/index.ts";
import { type ListedObjects, listers } from "../../resources/list-objects.ts";
import { type ResourceType, resources } from "../../resources/registry.ts";

export type { ListedObject, Skipped } from "../../resources/list-objects.ts";

/** A project in a region: the platform lists clusters by place, and has no list of places. */
export interface Place {
  projectId: number;
  regionId: number;
}

/** Objects of one kind in an account; of those that are listed by place, in one place. */
export interface Listed extends ListedObjects {
  type: ResourceType;
  /** The word of the command line: `rule-template`. */
  kind: string;
  place?: Place;
  /** Why the list could not be read: nothing is known of such objects then. */
  failure?: PlatformError;
}

/** Every object of an account that a resource can stand for. A list that cannot be read is reported, and the others go on. */
export async function listAccount(client: OperationClient, places: readonly Place[]): Promise<Listed[]> {
  const { clientId } = client.settings;
  const lists = Object.values(resources).flatMap(({ type, adoption: { word: kind } }) => {
    const lister = listers[type];
    // The rules of a set are adopted one by one; `adopt rule-set` takes them into a set before. Of clients, only that of the
    // settings is known.
    if (lister === undefined || (lister.by.includes("clientId") && clientId === undefined)) return [];
    if (!lister.by.includes("projectId")) return [attempt({ type, kind }, () => lister.list(client, {}))];
    return places.map((place) => attempt({ type, kind, place }, () => lister.list(client, place)));
  });
  return Promise.all(lists);
}

/** Rule templates that a program may own. */
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
    const skipped = [{ object: `every ${about.kind}${where}`, reason: error.message }];
    return { ...about, found: [], ended: [], skipped, unread: 0, failure: error };
  }
}
