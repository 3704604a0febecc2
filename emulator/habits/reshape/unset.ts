import { unwrap } from "@cloudplatform/pulumi/schema";
import type { z } from "zod";
import type { HabitValues } from "../table.ts";
import type { Reshape } from "./index.ts";
import { accepts, type Fields, mapObjects, shapeOf } from "./walk.ts";

type Kind = "text" | "number" | "flag" | "list" | "object";
type Form = "as-seen" | "null" | "empty" | "zero" | "absent";

/** Endpoints with unset fields; not those of prices, where 0 is a price. */
const areas =
  /^(ruleTemplates|clusters|pools|reservations|appTemplates|apps|appLogs|secrets|tasks|gpuServers|streams)\./;

/** Fields that are always set: counts of a page, and those of a cluster's logging (companion §2.4). */
const always = new Set(["count", "total_count", "offset", "destination_region_id", "topic_name"]);
/** Fields whose 0 means unset. */
const zeroIsUnset = new Set(["boot_volume_size", "template", "upgradeable_to"]);
/** Fields with a separate habit. */
const ownHabit = new Set(["options", "params"]);

/** Writes unset fields in the form of the habits, where the response schema accepts it. */
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
      if (!accepts(field, value)) continue;
      if (value === undefined) delete changed[name];
      else changed[name] = value;
    }
    return changed;
  };
  return (body, { id, area, response }) => {
    if (response === undefined || !areas.test(id)) return body;
    // An omitted flag of a stream is true (platform-api §2.1).
    if (area === "streaming" && forms.flag !== "as-seen") return body;
    return mapObjects(response, body, change);
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

/** A union of known values and any text. */
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
