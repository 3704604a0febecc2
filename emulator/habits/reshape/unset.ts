import { unwrap } from "@cloudplatform/pulumi/api";
import type { z } from "zod";
import type { HabitValues } from "../table.ts";
import type { Reshape } from "./index.ts";
import { changeObjects, type Fields, shapeOf, takes } from "./walk.ts";

type Kind = "text" | "number" | "flag" | "list" | "object";
type Form = "as-seen" | "null" | "empty" | "zero" | "absent";

/** Lists of these are as the contract says; prices are left alone, where 0 is a price. */
const areas =
  /^(ruleTemplates|clusters|pools|reservations|appTemplates|apps|appLogs|secrets|tasks|gpuServers|streams)\./;

/** Numbers of a list's own, and what a cluster's logging always has when there is any (companion §2.4). */
const always = new Set(["count", "total_count", "offset", "destination_region_id", "topic_name"]);
/** 0 is a value like any other, but of these. */
const zeroIsUnset = new Set(["boot_volume_size", "template", "upgradeable_to"]);
/** These have a habit of their own. */
const ownHabit = new Set(["options", "params"]);

/** Gives all that was not set the form that the habits say, as far as the answer schema takes it. */
export function unsetReshape(habits: HabitValues): Reshape | undefined {
  const forms: Record<Kind, Form> = {
    text: habits.unsetText,
    number: habits.unsetNumber,
    flag: habits.unsetFlag,
    list: habits.unsetList,
    object: habits.unsetObject,
  };
  if (Object.values(forms).every((form) => form === "as-seen")) return undefined;
  const change = (fields: Fields, schema: z.core.$ZodType) => {
    const changed = { ...fields };
    for (const [name, field] of Object.entries(shapeOf(schema) ?? {})) {
      const kind = kindOf(field);
      if (kind === undefined || always.has(name) || ownHabit.has(name)) continue;
      const form = forms[kind];
      if (form === "as-seen" || !isUnset(kind, name, fields[name])) continue;
      // Logging is null or complete.
      if (name === "logging" && form === "empty") continue;
      const value = unsetValue(kind, form, field);
      if (!takes(field, value)) continue;
      if (value === undefined) delete changed[name];
      else changed[name] = value;
    }
    return changed;
  };
  return (answer, { id, area, response }) => {
    if (response === undefined || !areas.test(id)) return answer;
    // A stream's flags are true when they are left out (platform-api §2.1).
    if (area === "streaming" && forms.flag !== "as-seen") return answer;
    return changeObjects(response, answer, change);
  };
}

function kindOf(field: z.core.$ZodType): Kind | undefined {
  const schema = unwrap(field);
  const { type } = schema._zod.def;
  if (type === "string" || type === "enum" || isOpenEnum(schema)) return "text";
  if (type === "number") return "number";
  if (type === "boolean") return "flag";
  if (type === "array" || type === "record") return "list";
  return type === "object" ? "object" : undefined;
}

/** Known values beside any text. */
function isOpenEnum(schema: z.core.$ZodType): boolean {
  const def = schema._zod.def as z.core.$ZodTypeDef & { options?: z.core.$ZodType[] };
  return def.type === "union" && (def.options ?? []).some((option) => option._zod.def.type === "enum");
}

function isUnset(kind: Kind, name: string, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (kind === "text") return value === "";
  if (kind === "number") return value === 0 && zeroIsUnset.has(name);
  if (kind === "flag") return value === false;
  return typeof value === "object" && Object.keys(value).length === 0;
}

function unsetValue(kind: Kind, form: Form, field: z.core.$ZodType): unknown {
  if (form === "null") return null;
  if (form === "absent") return undefined;
  if (kind === "text") return "";
  if (kind === "number") return 0;
  return unwrap(field)._zod.def.type === "array" ? [] : {};
}
