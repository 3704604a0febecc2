import { behaviorSchema } from "@cloudplatform/pulumi/api";
import { z } from "zod";
import { behaviorPresets, type PresetName, presetNames } from "./presets.ts";
import { type BehaviorName, type BehaviorValues, behaviorNames, behaviorTable, defaultBehaviors } from "./table.ts";

/** Behaviors by name. Omitted behaviors come from the preset, otherwise from the defaults. */
export type BehaviorSettings = Partial<BehaviorValues> & { readonly preset?: PresetName };

const shape = Object.fromEntries(behaviorNames.map((name) => [name, behaviorSchema(behaviorTable[name]).optional()]));

/** Schema of behaviors in a control request. */
export const behaviorSettings = z.strictObject({
  preset: z.enum(presetNames).optional().describe("Behaviors that occur together."),
  ...shape,
});

/** Completes the settings to a value for each behavior. Throws a ZodError for an unknown behavior or value. */
export function behaviorsFrom(settings: BehaviorSettings): BehaviorValues {
  const { preset, ...values } = behaviorSettings.parse(settings) as BehaviorSettings;
  const defined = Object.entries(values).filter(([, value]) => value !== undefined);
  return { ...defaultBehaviors, ...(preset && behaviorPresets[preset]), ...Object.fromEntries(defined) };
}

/** Parses `name=value` of a command line. Throws with the known names or allowed values. */
export function parseBehavior(text: string): Partial<BehaviorValues> {
  const [name = "", value = ""] = text.split(/=(.*)/s, 2);
  if (!isBehaviorName(name)) throw new Error(`--behavior must name one of ${behaviorNames.join(", ")}, not "${name}".`);
  const behavior = behaviorTable[name];
  const parsed = behaviorSchema(behavior).safeParse(
    behavior.kind === "amount" && /^\d+$/.test(value) ? Number(value) : value,
  );
  if (parsed.success) return { [name]: parsed.data };
  const allowed =
    behavior.kind === "choice" ? behavior.values.join(", ") : `integers from ${behavior.min} to ${behavior.max}`;
  throw new Error(`--behavior ${name} accepts ${allowed}, not "${value}".`);
}

export function parsePreset(text: string): PresetName {
  const found = presetNames.find((name) => name === text);
  if (found === undefined) throw new Error(`--behaviors must be one of ${presetNames.join(", ")}, not "${text}".`);
  return found;
}

function isBehaviorName(text: string): text is BehaviorName {
  return Object.hasOwn(behaviorTable, text);
}
