import { recreatedPools, replacingInputsOf } from "@cloudplatform/pulumi/effects";
import { unknownPaths } from "@cloudplatform/pulumi/schema";
import { z } from "zod";
import { noChange } from "../engine/previous-state.ts";
import type { Kind, PlatformResource } from "../engine/resource.ts";
import { stackRule } from "../engine/rule.ts";
import type { Value } from "../engine/value.ts";
import { hasEnded } from "../money/reservation-cost.ts";

const types = ["kubernetes.Cluster", "reservations.Reservation"] as const satisfies readonly Kind[];

export const noDestruction = stackRule({
  name: "no-destruction",
  group: "guard-rails",
  severity: "critical",
  level: "mandatory",
  description: "A change must not delete or replace a cluster or a reservation without a waiver.",
  remediation:
    "Keep the resource as it is, or add a waiver for no-destruction that names it, with a reason, an owner and a date. pulumi destroy runs no policy, and an up with --skip-preview runs them after its deletions: protect resources against both.",
  reference: "companion §2.5, §4.1",
  controls: { "iso-27001": ["A.8.32"] },
  config: z.object({
    types: z
      .array(z.enum(types))
      .default([...types])
      .describe("Types of resources that no change may delete or replace."),
  }),
  validateBeforeCreate: types,
  needsPreviousState: true,
  evaluateStack({ resources, read, config, previousState, operations, complete, report, notEvaluated }) {
    // The analysis of a state file changes nothing.
    if ("missing" in previousState) {
      if (previousState.missing !== noChange)
        notEvaluated(undefined, `what the change deletes or replaces: ${previousState.missing}`);
      return;
    }
    for (const before of previousState.resources.filter((resource) => isOneOf(config.types, resource.kind))) {
      const after = resources.find((resource) => resource.urn === before.urn || resource.aliases.includes(before.urn));
      const operation =
        operations === undefined ? predicted(before, after, { read, complete }) : operations.get(before.urn);
      if (operation === "delete") {
        if (!stays(before, read(before))) report(before, `"${before.name}" would be deleted`);
      } else if (operation !== undefined)
        report(
          after ?? before,
          `"${before.name}" would be replaced: ${causeText(operation.replace, after && read(after))}`,
        );
      else if (after !== undefined && losesAllPools(read(before), read(after)))
        report(after, `"${before.name}" would lose all of its pools: each is deleted or created again`);
    }
  },
});

/** What the engine will do, as far as the declarations show. */
function predicted(
  before: PlatformResource,
  after: PlatformResource | undefined,
  { read, complete }: { read(resource: PlatformResource): Value; complete: boolean },
): "delete" | { replace: string } | undefined {
  if (after === undefined) return complete ? "delete" : undefined;
  const [declared, inputs] = comparable(read(before), read(after));
  const fields = replacingInputsOf(before.kind, { declared, inputs, state: declared });
  return fields.length > 0 ? { replace: fields.join(", ") } : undefined;
}

/** Whether a deletion only removes the resource from the state. The provider cancels a reservation only if it is CREATED. */
function stays({ kind, retainOnDelete }: PlatformResource, before: Value): boolean {
  if (retainOnDelete === true) return true;
  if (kind !== "reservations.Reservation") return false;
  const isAbandoned = before.get("onDelete").text() === "abandon" && before.get("status").text() !== "CREATED";
  return isAbandoned || hasEnded(before);
}

function losesAllPools(before: Value, after: Value): boolean {
  const count = before.get("pools").elements().length;
  if (count === 0 || after.get("pools").holdsUnknown()) return false;
  return recreatedPools(...comparable(before, after)).length === count;
}

/** A value that is not known yet may differ; the update would then replace the resource. */
function causeText(fields: string, after: Value | undefined): string {
  const open = fields.split(", ").filter((name) => unknownPaths(after?.get(name).previewed()).length > 0);
  if (open.length === 0) return `${fields} changes`;
  return `${fields} changes, or may: ${open.join(", ")} ${open.length === 1 ? "is" : "are"} not known before the update`;
}

/**
 * Two declarations without values that cannot be compared, such as a secret in state; the reader has recorded the paths of those.
 * Declared values that are not known yet are kept, with their marker.
 */
function comparable(before: Value, after: Value): [Record<string, unknown>, Record<string, unknown>] {
  const old: Record<string, unknown> = {};
  const now: Record<string, unknown> = {};
  const names = new Set([...before.entries(), ...after.entries()].map(([name]) => name));
  for (const name of names) {
    const [one, other] = [before.get(name), after.get(name)];
    if (one.holdsUnknown()) continue;
    if (one.isGiven()) old[name] = one.known();
    if (other.isGiven()) now[name] = other.previewed();
  }
  return [old, now];
}

function isOneOf(kinds: readonly Kind[], kind: Kind): boolean {
  return kinds.includes(kind);
}
