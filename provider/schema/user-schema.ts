import { z } from "zod";
import { fieldMetadata } from "../api/field-metadata.ts";
import { alternative, defaultOf, mapWithSchema, metadataOf, oncePerSchema, unwrap } from "./fields.ts";
import { camel, fromWire } from "./naming.ts";

type Schema = z.core.$ZodType;

/** The schemas below a schema, by the names that zod gives them. */
interface Below {
  innerType?: Schema;
  in?: Schema;
  element?: Schema;
  valueType?: Schema;
  options?: Schema[];
  shape?: Record<string, Schema>;
}

const contracts = new WeakMap<Schema, Schema>();

/**
 * Returns a schema of the contract with its keys in the user's spelling, for code that walks a user's value along its schema. It
 * has the metadata and defaults of the contract's schema, but not its rules, which name fields as the wire does.
 */
export function userSchema<S extends Schema>(schema: S): S {
  return derived(schema) as S;
}

/** Returns the names of an object's fields, in the user's spelling. */
export function fieldNames(schema: z.ZodObject | undefined): string[] {
  return Object.keys(schema === undefined ? {} : userSchema(schema).shape);
}

/** Returns the schema of the contract that a schema was derived from; undefined: both have the same names. */
export function contractOf(schema: Schema): Schema | undefined {
  return contracts.get(schema);
}

const derived: (schema: Schema) => Schema = oncePerSchema((schema) => {
  if (metadataOf(schema).verbatimKeys === true) return schema;
  const def = schema._zod.def as z.core.$ZodTypeDef & Below;
  const changes = changesOf(def);
  if (Object.keys(changes).length === 0) return schema;
  if (def.type === "default" || def.type === "prefault")
    Object.assign(changes, { defaultValue: fromWire(schema as z.ZodType, defaultOf(schema)) });
  const own = z.core.clone(schema, { ...def, ...changes, checks: [] } as typeof def, { parent: true });
  const { listKey } = fieldMetadata.get(schema as z.ZodType) ?? {};
  if (listKey !== undefined) fieldMetadata.add(own as z.ZodType, { listKey: camel(listKey) });
  contracts.set(own, schema);
  return own;
});

/** Returns the parts of a definition that have other names for users. */
function changesOf(def: Below): Below {
  const changes: Below = {};
  for (const part of ["innerType", "in", "element", "valueType"] as const) {
    const below = def[part];
    if (below !== undefined && derived(below) !== below) changes[part] = derived(below);
  }
  const options = def.options?.map(derived);
  if (options?.some((option, index) => option !== def.options?.[index])) changes.options = options;
  const fields = Object.entries(def.shape ?? {});
  const isOther = ([name, field]: [string, Schema]) => camel(name) !== name || derived(field) !== field;
  if (fields.some(isOther))
    changes.shape = Object.fromEntries(fields.map(([name, field]) => [camel(name), derived(field)]));
  return changes;
}

/** Returns a value without fields that its schema does not name, at any depth. */
export function knownFields<T>(schema: Schema, value: T): T {
  return pick(userSchema(schema), value) as T;
}

function pick(schema: Schema, value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  const isObject = alternative(unwrap(schema), value)._zod.def.type === "object";
  return mapWithSchema(schema, value, (field, element) => {
    if (field === undefined) return isObject ? undefined : element;
    return pick(field, element);
  });
}
