import { nameOfUrn } from "@cloudplatform/pulumi/formats";
import { z } from "zod";
import { type PackConfig, settingOf } from "../config/index.ts";
import { evaluateStack } from "../engine/evaluate.ts";
import { declaredOver } from "../engine/previous-state.ts";
import { kindOfResource, type PlatformResource } from "../engine/resource.ts";
import type { Operations } from "../engine/rule.ts";
import { Session } from "../engine/session.ts";
import { withUnknowns } from "../engine/unknowns.ts";
import { waiverText } from "../engine/waiver.ts";
import { waiversConfig, waivers as waiversPolicy } from "../meta/waivers.ts";
import { waiversSummary } from "../meta/waivers-in-force.ts";
import { noDestruction } from "../rules/no-destruction.ts";
import { eventLines } from "./events.ts";
import { findingOf } from "./finding.ts";
import type { Report } from "./report.ts";

const stateSide = z.looseObject({
  type: z.string(),
  inputs: z.record(z.string(), z.unknown()).nullish(),
  outputs: z.record(z.string(), z.unknown()).nullish(),
  protect: z.boolean().optional(),
  retainOnDelete: z.boolean().optional(),
});

/** A step of the engine (pulumi/pulumi, sdk/go/common/apitype/events.go, StepEventMetadata). */
const step = z.looseObject({
  resourcePreEvent: z
    .looseObject({
      metadata: z.looseObject({
        op: z.string(),
        urn: z.string(),
        keys: z.array(z.string()).nullish(),
        old: stateSide.nullish(),
        new: stateSide.nullish(),
      }),
    })
    .optional(),
});

/** Steps that replace an existing object. */
const replacing = new Set(["replace", "create-replacement", "delete-replaced", "import-replacement"]);

/** Steps for objects that the stack only reads. */
const reading = new Set(["read", "read-replacement", "discard", "discard-replaced"]);

interface Change {
  before: PlatformResource[];
  after: PlatformResource[];
  operations: Operations;
}

/**
 * What the engine does to the platform's resources. A resource that the engine only removes from the state, because that of
 * `deletedWith` is deleted, counts as deleted: no event has that option, and reading the state takes another request to the backend.
 */
function changeOf(lines: string): Change {
  const before = new Map<string, PlatformResource>();
  const after = new Map<string, PlatformResource>();
  const operations = new Map<string, "delete" | { replace: string } | undefined>();
  for (const line of eventLines(lines, "steps")) {
    const metadata = step.parse(line).resourcePreEvent?.metadata;
    if (metadata === undefined || reading.has(metadata.op)) continue;
    const { op, urn, keys, old, new: declared } = metadata;
    const previous = resourceOf(urn, old && { ...old, inputs: declaredOver(old.outputs ?? {}, old.inputs ?? {}) });
    if (previous !== undefined) before.set(urn, previous);
    const next = resourceOf(urn, declared);
    if (next !== undefined && op !== "delete" && op !== "delete-replaced") after.set(urn, next);
    if (op === "delete") operations.set(urn, "delete");
    // The step that deletes the old object has no keys; another step of the same resource has them.
    const known = operations.get(urn);
    if (replacing.has(op) && (known === undefined || (keys ?? []).length > 0))
      operations.set(urn, { replace: (keys ?? []).join(", ") || "something that it depends on" });
  }
  return { before: [...before.values()], after: [...after.values()], operations };
}

function resourceOf(urn: string, side: z.output<typeof stateSide> | null | undefined): PlatformResource | undefined {
  if (side === null || side === undefined) return undefined;
  const inputs = side.inputs ?? {};
  const kind = kindOfResource(side.type, inputs);
  if (kind === undefined) return undefined;
  return {
    kind,
    urn,
    name: nameOfUrn(urn),
    protect: side.protect === true,
    retainOnDelete: side.retainOnDelete === true,
    aliases: [],
    properties: withUnknowns(inputs),
    isSecret: () => undefined,
  };
}

/**
 * Evaluates deletions and replacements by the engine's own steps. The pack can only predict them from declarations; here, the
 * whole preview is known. The pack's prediction is kept only if the preview did not complete.
 */
export function decideByOperations(report: Report, lines: string, config: PackConfig): void {
  const { level, parameters } = settingOf(config, noDestruction);
  if (level === "disabled") return;
  const session = sessionOf(config);
  const { before, after, operations } = changeOf(lines);
  const view = { resources: after, outputs: {}, previousState: { resources: before }, operations, complete: true };
  const result = evaluateStack(noDestruction, view, parameters);
  const left = session.take(noDestruction.name, result);
  const isComplete = report.errors.length === 0;
  const decided = new Set(left.map(({ urn }) => urn));
  report.findings = report.findings.filter((one) => {
    if (one.pack !== "cloudplatform") return true;
    // The engine's steps settle what the declarations left open.
    if (
      isComplete &&
      /^(not-evaluated|not-judged)$/.test(one.rule) &&
      one.message.includes(`: ${noDestruction.name}: `)
    )
      return false;
    if (one.kind === "waived") return !one.message.includes(`(waiver for ${noDestruction.name} `);
    return one.rule !== noDestruction.name || !(isComplete || decided.has(one.urn));
  });
  for (const { urn, message } of left)
    report.findings.push(
      findingOf({
        rule: noDestruction.name,
        urn: urn ?? "",
        message,
        level: level === "advisory" ? "advisory" : "mandatory",
      }),
    );
  for (const { urn, message, waiver } of session.takeWaived())
    report.findings.push(
      findingOf({
        rule: "waivers-in-force",
        urn: urn ?? "",
        message: `Waived: ${message} (${waiverText(waiver)})`,
        level: "advisory",
      }),
    );
  recount(report, session);
}

function sessionOf(config: PackConfig): Session {
  const session = new Session([noDestruction.name]);
  const { waivers, maxDays } = waiversConfig.parse(settingOf(config, waiversPolicy.metadata).parameters);
  session.setWaivers(waivers, maxDays);
  return session;
}

/** Updates the waiver summary after the findings have changed. */
function recount(report: Report, session: Session): void {
  const own = report.findings.find((one) => one.pack === "cloudplatform" && one.kind === "waivers");
  if (own === undefined) return;
  const waived = report.findings.filter((one) => one.kind === "waived");
  const counts = session.inForce().map(({ waiver }) => ({
    waiver,
    covered: waived.filter((one) => one.message.endsWith(`(${waiverText(waiver)})`)).length,
  }));
  own.message = waiversSummary(counts, session.endingSoon());
}
