import { parentsOf } from "../../pulumi/formats/aliases.ts";
import { nameOfUrn } from "../../pulumi/formats/urn.ts";
import type { EngineStep } from "../model/events.ts";
import type { Money } from "../model/schema.ts";
import { sums } from "./sums.ts";

/** Costs by component of the program. Nested components count toward the outermost one. */
export function componentsOf(costs: Money["costs"], steps: readonly EngineStep[]): Money["components"] {
  const parents = new Map(steps.map((step) => [step.urn, (step.new ?? step.old)?.parent]));
  const outermost = ({ urn }: Money["costs"][number]) => parentsOf(urn, (one) => parents.get(one))[0] ?? "";
  return [...Map.groupBy(costs, outermost)]
    .filter(([urn]) => urn !== "")
    .flatMap(([urn, own]) => sums(own).map((sum) => ({ urn, name: nameOfUrn(urn), ...sum })))
    .sort((a, b) => (a.urn < b.urn ? -1 : 1));
}
