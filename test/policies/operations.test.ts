import { expect, test } from "vitest";
import { levelsOf, notEvaluated } from "../../policies/cli/check.ts";
import { findingOf } from "../../policies/cli/finding.ts";
import { decideByOperations } from "../../policies/cli/operations.ts";
import type { Report } from "../../policies/cli/report.ts";
import { allRules } from "../../policies/config/index.ts";
import { cluster, type Declared, reservation, typeToken, urnOf } from "../helpers/declared.ts";

const rule = "no-destruction";
const [edge, bought] = [cluster(), reservation()];

interface Step {
  op: string;
  keys?: string[];
  retain?: boolean;
  isFirst?: boolean;
}

/** Returns the engine's events for steps on one resource. */
function events(declared: Declared, steps: readonly Step[]): string {
  const side = { type: typeToken(declared), inputs: declared.inputs, outputs: declared.outputs };
  return steps
    .map(({ op, keys, retain = false, isFirst = false }) => ({
      resourcePreEvent: {
        metadata: {
          ...{ op, urn: urnOf(declared), keys },
          old: isFirst ? null : { ...side, retainOnDelete: retain },
          new: op === "delete" ? null : side,
        },
      },
    }))
    .map((event) => `${JSON.stringify(event)}\n`)
    .join("");
}

/** Returns a report with the pack's findings. */
function reportWith(findings: Report["findings"] = [], errors: string[] = []): Report {
  return { packs: {}, source: "", changes: {}, findings, errors, notes: [], relaxed: [], notEvaluated: {} };
}
const predicted = (message: string, of = rule) =>
  findingOf({ rule: of, urn: urnOf(edge), message, level: of === rule ? "mandatory" : "advisory" });
const textsOf = ({ findings }: Report) => findings.map((one) => `${one.kind}: ${one.message}`);

test.each<{ steps: Step[]; says: string[] }>([
  { steps: [{ op: "delete" }], says: ['violation: "edge" would be deleted'] },
  { steps: [{ op: "delete", retain: true }], says: [] },
  { steps: [{ op: "discard" }], says: [] },
  { steps: [{ op: "create", isFirst: true }], says: [] },
  { steps: [{ op: "update" }], says: [] },
  {
    // The deletion names no field; the first step does.
    steps: [{ op: "create-replacement", keys: ["name"] }, { op: "replace", keys: ["name"] }, { op: "delete-replaced" }],
    says: ['violation: "edge" would be replaced: name'],
  },
  {
    steps: [{ op: "delete-replaced" }],
    says: ['violation: "edge" would be replaced: something that it depends on'],
  },
])("the step $steps.0.op of the engine is a finding: $says", ({ steps, says }) => {
  const report = reportWith();
  decideByOperations(report, events({ ...edge, name: "edge" }, steps), {});
  expect(textsOf(report)).toEqual(says.map((text) => expect.stringContaining(text)));
});

test.each([
  ["EXPIRED", {}, []],
  ["ACTIVATED", { onDelete: "abandon" }, []],
  ["CREATED", { onDelete: "abandon" }, ['violation: "metal" would be deleted']],
])("the deletion of a reservation that is %s, with %j, is a finding if it is cancelled", (status, inputs, says) => {
  const report = reportWith();
  decideByOperations(report, events(reservation(inputs, { outputs: { status } }), [{ op: "delete" }]), {});
  expect(textsOf(report)).toEqual(says.map((text) => expect.stringContaining(text)));
});

test("the engine's steps take the place of what the pack has predicted, unless the preview stopped", () => {
  const findings = () => [predicted("predicted"), predicted(`Not evaluated: ${rule}: unknown`, "not-evaluated")];
  const whole = reportWith(findings());
  decideByOperations(whole, events(bought, [{ op: "delete" }]), {});
  expect(textsOf(whole)).toEqual([expect.stringContaining("would be deleted")]);
  const stopped = reportWith(findings(), ["no such luck"]);
  decideByOperations(stopped, "", {});
  expect(textsOf(stopped)).toEqual(["violation: predicted", expect.stringContaining("not-evaluated: ")]);
});

test("a disabled rule, and the findings of other packs, are left alone", () => {
  const other = findingOf({ pack: "other", rule, urn: urnOf(edge), message: "theirs", level: "mandatory" });
  const report = reportWith([other]);
  decideByOperations(report, events(edge, [{ op: "delete" }]), { [rule]: "disabled" });
  expect(textsOf(report)).toEqual(["violation: theirs"]);
  decideByOperations(report, events(edge, [{ op: "delete" }]), { [rule]: "advisory" });
  expect(report.findings.map(({ level }) => level)).toEqual(["mandatory", "advisory"]);
  expect(report.findings[0]).toBe(other);
});

test("what a waiver covers is shown as waived, and counted again", () => {
  const expires = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  const waiver = { rule, resource: "*", reason: "the stack moves on", owner: "ops", expires };
  const summary = predicted("1 waiver in force, 7 violations waived.", "waivers-in-force");
  const unrelated = predicted("Waived: m (waiver for rule-type * until then)", "waivers-in-force");
  const report = reportWith([
    predicted(`Waived: predicted (waiver for ${rule} * until then)`, "waivers-in-force"),
    ...[unrelated, summary],
  ]);
  decideByOperations(report, events(edge, [{ op: "delete" }]), { waivers: { waivers: [waiver] } });
  expect(textsOf(report)).toEqual([
    "waived: Waived: m (waiver for rule-type * until then)",
    "waivers: 1 waiver in force, 1 violation waived.",
    expect.stringMatching(/^waived: Waived: "[^"]+" would be deleted \(waiver for no-destruction/),
  ]);
});

test("a report names each rule that was not evaluated, with the reason", () => {
  const failed = notEvaluated({ "rule-type": "disabled" }, "the preview failed");
  expect(Object.keys(failed)).toHaveLength(allRules.length);
  expect(failed["rule-type"]).toBe("disabled by the configuration");
  expect(failed["stack-maximum-nodes"]).toBe("not configured: it needs the parameter nodes");
  expect(failed[rule]).toBe("the preview failed");
  expect(notEvaluated({}, undefined)).not.toHaveProperty(rule);
});

test("the configuration decides the level of our rules, and of no others", () => {
  const own = { merged: { "rule-type": "advisory" } } as unknown as Parameters<typeof levelsOf>[0];
  expect(["rule-type", rule, "of-another-pack"].map((name) => levelsOf(own)(name))).toEqual([
    ...["advisory", "mandatory", undefined],
  ]);
  expect(levelsOf(undefined)("rule-type")).toBeUndefined();
});
