import { behaviorSchema } from "@cloudplatform/pulumi/api";
import { z } from "zod";
import { habitPresets, type PresetName, presetNames } from "./presets.ts";
import { defaultHabits, type HabitName, type HabitValues, habitNames, habitTable } from "./table.ts";

/** Behaviors by name. Omitted behaviors come from the preset, otherwise from the defaults. */
export type HabitSettings = Partial<HabitValues> & { readonly preset?: PresetName };

const shape = Object.fromEntries(habitNames.map((name) => [name, behaviorSchema(name).optional()]));

/** Schema of behaviors in a control request. */
export const habitSettings = z.strictObject({
  preset: z.enum(presetNames).optional().describe("Behaviors that occur together."),
  ...shape,
});

/** Completes the settings to a value for each behavior. Throws a ZodError for an unknown behavior or value. */
export function habitsFrom(settings: HabitSettings): HabitValues {
  const { preset, ...values } = habitSettings.parse(settings) as HabitSettings;
  const defined = Object.entries(values).filter(([, value]) => value !== undefined);
  return { ...defaultHabits, ...(preset && habitPresets[preset]), ...Object.fromEntries(defined) };
}

/** Parses `name=value` of a command line. Throws with the known names or allowed values. */
export function parseHabit(text: string): Partial<HabitValues> {
  const [name = "", value = ""] = text.split(/=(.*)/s, 2);
  if (!isHabitName(name)) throw new Error(`--behavior must name one of ${habitNames.join(", ")}, not "${name}".`);
  const habit = habitTable[name];
  const parsed = behaviorSchema(name).safeParse(habit.kind === "amount" && /^\d+$/.test(value) ? Number(value) : value);
  if (parsed.success) return { [name]: parsed.data };
  const allowed = habit.kind === "choice" ? habit.values.join(", ") : `integers from ${habit.min} to ${habit.max}`;
  throw new Error(`--behavior ${name} accepts ${allowed}, not "${value}".`);
}

export function parsePreset(text: string): PresetName {
  const found = presetNames.find((name) => name === text);
  if (found === undefined) throw new Error(`--behaviors must be one of ${presetNames.join(", ")}, not "${text}".`);
  return found;
}

function isHabitName(text: string): text is HabitName {
  return Object.hasOwn(habitTable, text);
}
