import { isDeepStrictEqual } from "node:util";
import { camel, clusterBody, clusterPatch, reservationBody } from "@cloudplatform/pulumi/api";
import { z } from "zod";
import { noChange } from "../engine/prior.ts";
import { stackRule } from "../engine/rule.ts";
import type { Kind } from "../engine/subject.ts";
import type { Value } from "../engine/value.ts";

/** Fields whose change means another object: all but those that the platform can change (companion §2.5, §4.1). */
const fixed: Partial<Record<Kind, readonly string[]>> = {
  "kubernetes.Cluster": [
    "projectId",
    "regionId",
    ...Object.keys(clusterBody.shape)
      .filter((name) => !(name in clusterPatch.shape) && name !== "pools" && name !== "version")
      .map(camel),
    "cni.provider",
    "cni.cilium.maskSize",
    "cni.cilium.maskSizeV6",
  ],
  "reservations.Reservation": Object.keys(reservationBody.shape).map(camel),
};

const types = Object.keys(fixed) as Kind[];

export const noDestruction = stackRule({
  name: "no-destruction",
  group: "guard-rails",
  severity: "critical",
  level: "mandatory",
  description: "A change must not delete or replace a cluster or a reservation without a waiver.",
  remediation:
    "Keep the resource as it is, or add a waiver for no-destruction that names it, with a reason, an owner and a date. pulumi destroy, and deletions of an up with --skip-preview, ask no policy in time: protect resources against them.",
  reference: "companion §2.5, §4.1",
  config: z.object({
    types: z
      .array(z.enum(types))
      .default([...types])
      .describe("Types of resources that no change may delete or replace."),
  }),
  early: types,
  needsPrior: true,
  judgeStack({ subjects, read, config, prior, complete, report, notJudged }) {
    // A state file that is analysed is not being changed.
    if ("missing" in prior) {
      if (prior.missing !== noChange) notJudged(undefined, `what the change deletes or replaces: ${prior.missing}`);
      return;
    }
    for (const before of prior.subjects.filter((subject) => config.types.includes(subject.kind))) {
      const after = subjects.find((subject) => subject.urn === before.urn || subject.aliases.includes(before.urn));
      if (after === undefined) {
        if (complete && read(before).get("onDelete").text() !== "abandon")
          report(before, `"${before.name}" would be deleted`);
        continue;
      }
      const field = (fixed[before.kind] ?? []).find((path) => differs(at(read(before), path), at(read(after), path)));
      if (field !== undefined) report(after, `"${before.name}" would be replaced: ${field} changes`);
    }
  },
});

function at(value: Value, path: string): Value {
  return path.split(".").reduce((place, name) => place.get(name), value);
}

/** Unknown values may turn out equal; they are noted by the reader. */
function differs(before: Value, after: Value): boolean {
  if (before.holdsUnknown() || after.holdsUnknown()) return false;
  const [old, now] = [plain(before.known()), plain(after.known())];
  // What is left out keeps what the platform has; a switch that is left out is off.
  return now === undefined ? old === true : !isDeepStrictEqual(old, now);
}

/** Nothing said and the empty value are the same (platform-api §2.3). */
function plain(value: unknown): unknown {
  if (value === null || value === undefined || value === "" || value === false) return undefined;
  return value;
}
