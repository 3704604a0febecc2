import { type Area, type Endpoint, endpoints } from "../../api/index.ts";

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
  return [...listsAbove(endpoint), ofArea[endpoint.area]];
}

function listsAbove({ path }: Endpoint): Endpoint[] {
  const parts = path.split("/");
  const prefixes = parts.map((_, index) => parts.slice(0, parts.length - index - 1).join("/"));
  const all: readonly Endpoint[] = Object.values(endpoints);
  return prefixes.flatMap((prefix) => all.find((each) => each.method === "GET" && each.path === prefix) ?? []);
}
