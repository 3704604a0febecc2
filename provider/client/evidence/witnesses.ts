import { type Area, type Endpoint, endpoints, mayChange } from "../../api/index.ts";

/** What every account can read in an area, where the path of a request has no list above it. */
const ofArea: Record<Area, Endpoint> = {
  cloud: endpoints["tasks.list"],
  cdn: endpoints["ruleTemplates.list"],
  edge: endpoints["edgeAccount.get"],
  storage: endpoints["storageEvents.list"],
  streaming: endpoints["streams.list"],
};

/**
 * The requests that can show that a 404 comes from the platform: the lists above the object's path, the nearest first, and
 * what can be read in every account.
 */
export function witnessesOf(endpoint: Endpoint): readonly Endpoint[] {
  return [...readsAbove(endpoint), ofArea[endpoint.area]];
}

/** The request that reads what a change is about; undefined where there is none, or nothing is changed. */
export function readOf(endpoint: Endpoint): Endpoint | undefined {
  if (!mayChange(endpoint)) return undefined;
  return [...readsAt([endpoint.path]), ...readsAbove(endpoint)].find(namesObject);
}

/** The list of such objects as a request names by its id, at the end of its path. */
export function listOf({ path }: Endpoint): Endpoint | undefined {
  return path.endsWith("/{id}") ? readsAt([path.slice(0, -"/{id}".length)])[0] : undefined;
}

/** Whether the path of an endpoint names an object that may be missing, and not only a place. */
export function namesObject({ path }: Endpoint): boolean {
  return /\{(?!project_id|region_id)\w+\}/.test(path);
}

function readsAbove({ path }: Endpoint): Endpoint[] {
  const parts = path.split("/");
  return readsAt(parts.map((_, index) => parts.slice(0, parts.length - index - 1).join("/")));
}

function readsAt(paths: readonly string[]): Endpoint[] {
  const all: readonly Endpoint[] = Object.values(endpoints);
  return paths.flatMap((path) => all.find((each) => each.method === "GET" && each.path === path) ?? []);
}
