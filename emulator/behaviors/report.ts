import { readFileSync } from "node:fs";
import { conformanceReport } from "@cloudplatform/pulumi/api";
import { PlatformError } from "../server/errors.ts";
import { reportedFieldReshape } from "./reshape/reported-fields.ts";
import type { Reshape } from "./reshape/reshape.ts";
import type { BehaviorSettings } from "./settings.ts";

/** What the emulator can reproduce of a report. */
export interface Reported {
  readonly behaviors: BehaviorSettings;
  readonly fields: readonly Reshape[];
}

/** Behaviors whose effect a report lists by field. */
const listedByField = new Set<string>(["unknownFields", "unknownOptions"]);

/** Reads a report of `cloudplatform doctor --conformance`: the observed behaviors and the unknown fields. */
export function readReport(file: string): Reported {
  const { behaviors: findings, deviations } = parsed(file);
  const behaviors = findings
    .filter(({ name, state }) => state === "seen" && !listedByField.has(name))
    .map(({ name, value }) => [name, value]);
  const fields = deviations.filter(({ kind }) => kind === "unknown field").map(reportedFieldReshape);
  return { behaviors: Object.fromEntries(behaviors), fields };
}

function parsed(file: string) {
  try {
    return conformanceReport.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PlatformError(400, `Report "${file}" cannot be read: ${reason}`);
  }
}
