import { child, unwrap } from "@cloudplatform/pulumi/api";
import type { z } from "zod";

export type Fields = Record<string, unknown>;
type Schema = z.core.$ZodType;

/** Changes an object of an answer; `schema` is its own in the table of endpoints. */
export type ObjectChange = (fields: Fields, schema: Schema, name: string) => Fields;

/**
 * Applies a change to each object that the schema describes field by field, innermost first. Maps such as `labels`, whose
 * keys are the user's, are passed through. `name` is the field that the object stands in.
 */
export function changeObjects(schema: Schema, value: unknown, change: ObjectChange, name = ""): unknown {
  if (value === null || typeof value !== "object") return value;
  const own = alternative(unwrap(schema), value);
  if (Array.isArray(value)) {
    const element = child(own, 0);
    return element === undefined ? value : value.map((each) => changeObjects(element, each, change, name));
  }
  const entries = Object.entries(value).map(([key, part]) => {
    const below = child(own, key);
    return [key, below === undefined ? part : changeObjects(below, part, change, key)] as const;
  });
  const fields = Object.fromEntries(entries);
  return own._zod.def.type === "object" ? change(fields, own, name) : fields;
}

/** Of a union the member that fits a list or an object; a list of rule templates comes as either. */
function alternative(schema: Schema, value: object): Schema {
  const def = schema._zod.def as z.core.$ZodTypeDef & { options?: Schema[] };
  if (def.type !== "union") return schema;
  const wanted = Array.isArray(value) ? ["array"] : ["object", "record"];
  return def.options?.map(unwrap).find((option) => wanted.includes(option._zod.def.type)) ?? schema;
}

/** The fields that a schema names; undefined for anything but an object. */
export function shapeOf(schema: Schema): Record<string, Schema> | undefined {
  const def = schema._zod.def as z.core.$ZodTypeDef & { shape?: Record<string, Schema> };
  return def.type === "object" ? def.shape : undefined;
}

const accepted = new WeakMap<Schema, Map<string, boolean>>();

/** Whether the answer schema takes a value; asked once for each field and value. */
export function takes(schema: Schema, value: unknown): boolean {
  const key = JSON.stringify(value) ?? "absent";
  const known = accepted.get(schema) ?? new Map<string, boolean>();
  accepted.set(schema, known);
  let result = known.get(key);
  if (result === undefined) {
    result = (schema as z.ZodType).safeParse(value).success;
    known.set(key, result);
  }
  return result;
}
