import { z } from "zod";

const side = z.looseObject({
  id: z.string().default(""),
  parent: z.string().optional(),
  custom: z.boolean().optional(),
  protect: z.boolean().optional(),
  retainOnDelete: z.boolean().optional(),
  /** The deleted resource with which the engine removes this one from state only (see `withCompanions`); no event has it. */
  deletedWith: z.string().optional(),
  inputs: z.record(z.string(), z.unknown()).nullish(),
  outputs: z.record(z.string(), z.unknown()).nullish(),
});

const metadata = z.looseObject({
  op: z.string(),
  urn: z.string(),
  /** Set for an object of a resource (see `withParts`); the engine sets none. */
  name: z.string().optional(),
  type: z.string(),
  old: side.nullish(),
  new: side.nullish(),
  keys: z.array(z.string()).nullish(),
  diffs: z.array(z.string()).nullish(),
  detailedDiff: z
    .record(z.string(), z.looseObject({ diffKind: z.string(), inputDiff: z.boolean().optional() }))
    .nullish(),
  provider: z.string().default(""),
});

/** The fields of engine events (pulumi/pulumi, sdk/go/common/apitype/events.go) that a review needs. */
const event = z.looseObject({
  preludeEvent: z.looseObject({ config: z.record(z.string(), z.string()).nullish() }).optional(),
  resourcePreEvent: z.looseObject({ metadata, planning: z.boolean().optional() }).optional(),
  resOutputsEvent: z.looseObject({ metadata, planning: z.boolean().optional() }).optional(),
  diagnosticEvent: z.looseObject({ message: z.string(), severity: z.string(), urn: z.string().optional() }).optional(),
  summaryEvent: z.looseObject({ resourceChanges: z.record(z.string(), z.number()).nullish() }).optional(),
});

/** A resource as the engine knows it before or after a step. */
export type Side = z.output<typeof side>;

/** One step of the engine. */
export type EngineStep = z.output<typeof metadata>;

/** What the engine reported during a preview. */
export interface EngineEvents {
  /** Configuration; secret values are `[secret]`. */
  configuration: Record<string, string>;
  refreshed: EngineStep[];
  /** Steps of the update, with their results if the engine reported them. */
  steps: EngineStep[];
  errors: string[];
  /** The engine finished. */
  complete: boolean;
}

/** Lines that list the policies that a resource passed, two for each. They make up a third of a stack's log and are not used. */
const passed = /^\{[^{]*"policy\w*SummaryEvent":/;

/** Reads an event log, one event per line. A stopped command may leave a truncated last line. */
export function readEngineEvents(log: string): EngineEvents {
  const events: EngineEvents = { configuration: {}, refreshed: [], steps: [], errors: [], complete: false };
  const before = new Map<string, EngineStep>();
  const after = new Map<string, EngineStep>();
  // A refresh begins with `refresh` and ends with its effect on the state: refresh, update, delete or same.
  const refreshing = new Set<string>();
  for (const line of log.split("\n")) {
    if (!line.startsWith("{") || passed.test(line) || !line.trimEnd().endsWith("}")) continue;
    const { preludeEvent, resourcePreEvent, resOutputsEvent, diagnosticEvent, summaryEvent } = event.parse(
      JSON.parse(line),
    );
    if (preludeEvent?.config) events.configuration = preludeEvent.config;
    const pre = resourcePreEvent?.metadata;
    if (pre?.op === "refresh") refreshing.add(pre.urn);
    else if (pre !== undefined) before.set(`${pre.op} ${pre.urn}`, pre);
    const done = resOutputsEvent?.metadata;
    if (done !== undefined && refreshing.delete(done.urn)) events.refreshed.push(done);
    else if (done !== undefined) after.set(`${done.op} ${done.urn}`, done);
    if (diagnosticEvent?.severity === "error") events.errors.push(plainText(diagnosticEvent.message));
    if (summaryEvent !== undefined) events.complete = true;
  }
  // The result of a step has more detail than its start; a failed step has no result.
  events.steps = [...before].map(([key, step]) => after.get(key) ?? step);
  events.errors = [...new Set(events.errors)].filter((text) => !/^(preview|update|refresh) failed$/.test(text));
  return events;
}

/** Strips the engine's color tags. */
function plainText(message: string): string {
  return message.replace(/<\{%[^%]*%\}>/g, "").trim();
}
