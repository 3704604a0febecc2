import { updateLossesOf } from "@cloudplatform/pulumi/effects";
import { isUnknown } from "@cloudplatform/pulumi/schema";
import { z } from "zod";
import { noChange } from "../engine/previous-state.ts";
import { kinds } from "../engine/resource.ts";
import { stackRule } from "../engine/rule.ts";
import { isRecord } from "../engine/value.ts";

export const noLossInUpdate = stackRule({
  name: "no-loss-in-update",
  group: "guard-rails",
  severity: "high",
  level: "advisory",
  description:
    "An update must not destroy what cannot be restored: pools, nodes, settings of live rules, values of secrets.",
  remediation:
    "Add the replacement first and move its users, or add a waiver for no-loss-in-update that names the resource. Policies do not see the old value of a secret: the preview and cloudplatform review compare it.",
  reference: "companion §2.5, §3, §5.2",
  controls: { "iso-27001": ["A.8.32"] },
  config: z.object({
    types: z
      .array(z.enum(kinds))
      .default([...kinds])
      .describe("Types of resources whose updates are evaluated."),
  }),
  needsPreviousState: true,
  evaluateStack({ resources, read, config, previousState, operations, report, notEvaluated }) {
    if ("missing" in previousState) {
      if (previousState.missing !== noChange) notEvaluated(undefined, `what updates destroy: ${previousState.missing}`);
      return;
    }
    for (const before of previousState.resources) {
      // no-destruction reports deletions and replacements; the rules of a set are evaluated with the set.
      if (before.part !== undefined || !config.types.includes(before.kind) || operations?.get(before.urn) !== undefined)
        continue;
      const after = resources.find((resource) => resource.urn === before.urn || resource.aliases.includes(before.urn));
      if (after === undefined) continue;
      const state = read(before).previewed();
      const [declared, inputs] = comparable(state, read(after).previewed());
      const change = { declared: Object(declared), inputs: Object(inputs), state: Object(state) };
      for (const loss of updateLossesOf(before.kind, change))
        report(after, `the update of "${before.name}" would destroy ${loss}`);
    }
  },
});

/** Two values without the parts that are encrypted in the state. */
function comparable(before: unknown, after: unknown): [unknown, unknown] {
  if (isUnknown(before)) return [undefined, undefined];
  if (!isRecord(before) || !isRecord(after)) return [before, after];
  const pairs = Object.keys({ ...before, ...after }).map(
    (name) => [name, comparable(before[name], after[name])] as const,
  );
  const side = (index: 0 | 1) =>
    Object.fromEntries(pairs.flatMap(([name, pair]) => (pair[index] === undefined ? [] : [[name, pair[index]]])));
  return [side(0), side(1)];
}
