import { z } from "zod";
import { habitPresets, type PresetName, presetNames } from "./presets.ts";
import { defaultHabits, type HabitName, type HabitValues, habitNames, habitTable } from "./table.ts";

/** Habits by name; what is left out is as in the preset, or as the default. */
export type HabitSettings = Partial<HabitValues> & { readonly preset?: PresetName };

const shape = Object.fromEntries(habitNames.map((name) => [name, schemaOf(name).optional()]));

/** Habits as a control request sends them. */
export const habitSettings = z.strictObject({
  preset: z.enum(presetNames).optional().describe("Habits that are found together."),
  ...shape,
});

function schemaOf(name: HabitName): z.ZodType {
  const habit = habitTable[name];
  const schema = habit.kind === "choice" ? z.enum(habit.values) : z.int().min(habit.min).max(habit.max);
  return schema.describe(habit.description);
}

/** A value for each habit. Throws a ZodError for a habit or a value that does not exist. */
export function habitsFrom(settings: HabitSettings): HabitValues {
  const { preset, ...values } = habitSettings.parse(settings) as HabitSettings;
  const defined = Object.entries(values).filter(([, value]) => value !== undefined);
  return { ...defaultHabits, ...(preset && habitPresets[preset]), ...Object.fromEntries(defined) };
}

/** `name=value` of a command line. Throws with the names or the values that exist. */
export function parseHabit(text: string): Partial<HabitValues> {
  const [name = "", value = ""] = text.split(/=(.*)/s, 2);
  if (!isHabitName(name)) throw new Error(`--habit "${name}" is none of ${habitNames.join(", ")}.`);
  const habit = habitTable[name];
  const parsed = schemaOf(name).safeParse(habit.kind === "amount" && /^\d+$/.test(value) ? Number(value) : value);
  if (parsed.success) return { [name]: parsed.data };
  const allowed = habit.kind === "choice" ? habit.values.join(", ") : `whole numbers from ${habit.min} to ${habit.max}`;
  throw new Error(`--habit ${name} takes ${allowed}, not "${value}".`);
}

export function parsePreset(text: string): PresetName {
  const found = presetNames.find((name) => name === text);
  if (found === undefined) throw new Error(`--habits "${text}" is none of ${presetNames.join(", ")}.`);
  return found;
}

function isHabitName(text: string): text is HabitName {
  return Object.hasOwn(habitTable, text);
}
