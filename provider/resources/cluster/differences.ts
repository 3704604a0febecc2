import { differences, valueText, wireOf } from "../../engine/index.ts";
import { clusterSchema } from "./definition.ts";
import type { ClusterInputs } from "./inputs.ts";

/** `pools[0].flavorId is "a" there, not "b"; …`; undefined when all is as declared. */
export function differencesText(declared: ClusterInputs, live: ClusterInputs): string | undefined {
  const found = differences(clusterSchema, wireOf(clusterSchema, declared), wireOf(clusterSchema, live));
  if (found.length === 0) return undefined;
  return found
    .map(({ path, place, declared, live }) => {
      const [seen, wanted] = [live, declared].map((value) => valueText(place, value, "left out"));
      return `${path} is ${seen} there, not ${wanted}`;
    })
    .join("; ");
}
