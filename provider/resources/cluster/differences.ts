import { differences, wireOf } from "../../engine/index.ts";
import { type ClusterInputs, clusterSchema } from "./inputs.ts";

/** `pools[0].flavorId is "a" there, not "b"; …`; undefined when all is as declared. */
export function differencesText(declared: ClusterInputs, live: ClusterInputs): string | undefined {
  const found = differences(clusterSchema, wireOf(clusterSchema, declared), wireOf(clusterSchema, live));
  if (found.length === 0) return undefined;
  return found
    .map(({ path, declared: said, live: there }) => `${path} is ${shown(there)} there, not ${shown(said)}`)
    .join("; ");
}

function shown(value: unknown): string {
  return value === undefined ? "left out" : JSON.stringify(value);
}
