import { type OperationClient, PlatformError } from "../../client/index.ts";
import { type ListedObjects, listers, type Skipped } from "../../resources/list-objects.ts";
import { type ResourceDefinition, resources } from "../../resources/registry.ts";

export type { Skipped } from "../../resources/list-objects.ts";

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

/** Every object of an account that a resource can stand for. A list that cannot be read is reported, and the others go on. */
export async function listAccount(client: OperationClient, places: readonly Place[]): Promise<Listed[]> {
  const { clientId } = client.settings;
  const lists = Object.values(resources).flatMap(({ type, adoption }) => {
    const lister = listers[type];
    // The rules of a set are adopted one by one; `adopt rule-set` takes them into a set before. Of clients, only that of the
    // settings is known.
    if (lister === undefined || (lister.by.includes("clientId") && clientId === undefined)) return [];
    const list = (query: Partial<Place>, where = "") => attempt(adoption, () => lister.list(client, query), where);
    if (!lister.by.includes("projectId")) return [list({})];
    return places.map((place) => list(place, ` in ${place.projectId}/${place.regionId}`));
  });
  return Promise.all(lists);
}

/** Rule templates that a program may own. */
export async function listRuleTemplates(client: OperationClient): Promise<Listed> {
  return declarable(resources["cdn.RuleTemplate"].adoption, await listers.RuleTemplate.list(client, {}));
}

type Adoption = ResourceDefinition["adoption"];

async function attempt(adoption: Adoption, list: () => Promise<ListedObjects>, where: string): Promise<Listed> {
  const kind = adoption.word;
  try {
    return declarable(adoption, await list());
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { kind, ids: [], skipped: [{ object: `every ${kind}${where}`, reason: error.message }] };
  }
}

/** Objects whose declaration can be written. */
function declarable({ word: kind, undeclarable }: Adoption, { found, skipped }: ListedObjects): Listed {
  if (undeclarable === undefined) return { kind, ids: found.map(({ id }) => id), skipped };
  const also = found.map(({ id, name }) => ({ object: `${kind} ${id} "${name}"`, reason: undeclarable }));
  return { kind, ids: [], skipped: [...also, ...skipped] };
}
