import { parentsOf } from "../../pulumi/formats/aliases.ts";
import { nameOfUrn } from "../../pulumi/formats/urn.ts";
import { decimalOf, microsOf } from "../../values/index.ts";
import type { EngineStep } from "../model/events.ts";
import type { Money } from "../model/schema.ts";

/** Total cost before and after, by currency. */
export function sums(parts: readonly { before?: string; after?: string; currency?: string }[]): Money["monthly"] {
  const currencies = [...new Set(parts.flatMap((part) => part.currency ?? []))].sort();
  return currencies.map((currency) => {
    const own = parts.filter((part) => part.currency === currency);
    const before = own.reduce((sum, part) => sum + (microsOf(part.before) ?? 0n), 0n);
    const after = own.reduce((sum, part) => sum + (microsOf(part.after) ?? 0n), 0n);
    return {
      currency,
      before: decimalOf(before),
      after: decimalOf(after),
      difference: decimalOf(after - before),
    };
  });
}

/** Costs by component of the program. Nested components count toward the outermost one. */
export function componentsOf(costs: Money["costs"], steps: readonly EngineStep[]): Money["components"] {
  const parents = new Map(steps.map((step) => [step.urn, (step.new ?? step.old)?.parent]));
  const outermost = ({ urn }: Money["costs"][number]) => parentsOf(urn, (one) => parents.get(one))[0] ?? "";
  return [...Map.groupBy(costs, outermost)]
    .filter(([urn]) => urn !== "")
    .flatMap(([urn, own]) => sums(own).map((sum) => ({ urn, name: nameOfUrn(urn), ...sum })))
    .sort((a, b) => (a.urn < b.urn ? -1 : 1));
}
