import { z } from "zod";

const side = z.looseObject({
  id: z.string().default(""),
  parent: z.string().optional(),
  custom: z.boolean().optional(),
  protect: z.boolean().optional(),
  retainOnDelete: z.boolean().optional(),
  inputs: z.record(z.string(), z.unknown()).nullish(),
  outputs: z.record(z.string(), z.unknown()).nullish(),
});

const metadata = z.looseObject({
  op: z.string(),
  urn: z.string(),
  /** Of an object of a resource; the engine gives none. */
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

/** Events of the engine (pulumi/pulumi, sdk/go/common/apitype/events.go), as far as a review needs them. */
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

/** What the engine did in a preview. */
export interface EngineEvents {
  /** Configuration; secrets are `[secret]`. */
  configuration: Record<string, string>;
  /** Results of the refresh. */
  refreshed: EngineStep[];
  /** Steps of the update, with their results where the engine gave any. */
  steps: EngineStep[];
  errors: string[];
  /** The engine came to its end. */
  complete: boolean;
}

/** Lines that say which policies each resource has passed, two for each: a third of the log of a stack, and nothing is read of them. */
const passed = /^\{[^{]*"policy\w*SummaryEvent":/;

/** Reads an event log: one event a line. A command that was stopped may have left half a line. */
export function readEngineEvents(log: string): EngineEvents {
  const events: EngineEvents = { configuration: {}, refreshed: [], steps: [], errors: [], complete: false };
  const before = new Map<string, EngineStep>();
  const after = new Map<string, EngineStep>();
  // A refresh begins as such, and ends with what it did to the state: refresh, update, delete or same.
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
  // The result of a step knows more than its beginning; a step that failed has no result.
  events.steps = [...before].map(([key, step]) => after.get(key) ?? step);
  events.errors = [...new Set(events.errors)].filter((text) => !/^(preview|update|refresh) failed$/.test(text));
  return events;
}

/** Without the engine's own colour marks. */
function plainText(message: string): string {
  return message.replace(/<\{%[^%]*%\}>/g, "").trim();
}
