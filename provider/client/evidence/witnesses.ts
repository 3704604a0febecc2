import { type Area, type Endpoint, endpoints, mayChange } from "../../api/index.ts";

/** A request that every account can make in an area, for paths without a list above them. */
const ofArea: Record<Area, Endpoint> = {
  cloud: endpoints["tasks.list"],
  cdn: endpoints["ruleTemplates.list"],
  edge: endpoints["edgeAccount.get"],
  storage: endpoints["storageEvents.list"],
  streaming: endpoints["streams.list"],
};

/**
 * Requests that can confirm that a 404 comes from the platform: the lists above the object's path, nearest first, then one that
 * every account can make.
 */
export function witnessesOf(endpoint: Endpoint): readonly Endpoint[] {
  return [...readsAbove(endpoint), ofArea[endpoint.area]];
}

/** Returns the request that reads the object of a change, or undefined if there is none or the endpoint changes nothing. */
export function readOf(endpoint: Endpoint): Endpoint | undefined {
  if (!mayChange(endpoint)) return undefined;
  return [...readsAt([endpoint.path]), ...readsAbove(endpoint)].find(namesObject);
}

/** Returns the list of the objects that a path names by the id at its end. */
export function listOf({ path }: Endpoint): Endpoint | undefined {
  return path.endsWith("/{id}") ? readsAt([path.slice(0, -"/{id}".length)])[0] : undefined;
}

/** Whether the path of an endpoint names an object that may be missing, and not only a project or region. */
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
