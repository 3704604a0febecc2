import { z } from "zod";
import type { Kind, WiderField } from "../facts/field.ts";

/** A zod schema in the form of a fact, as far as the schema's structure states it. */
export interface Shape extends Omit<WiderField, "type" | "of" | "keys" | "fields"> {
  type: Kind[];
  of?: Shape;
  keys?: Shape;
  fields?: Record<string, Shape>;
}

type Json = z.core.JSONSchema.BaseSchema;

/** Returns what a schema accepts. An enumeration after a transformation (to capitals, say) appears in the output schema only. */
export function shapeOf(schema: z.core.$ZodType): Shape {
  const json = (io: "input" | "output") => z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return read(json("input"), json("output"));
}

function read(json: Json, out: Json = {}): Shape {
  const choices = json.anyOf ?? json.oneOf;
  if (choices !== undefined) {
    const outs = out.anyOf ?? out.oneOf;
    return { ...merge(choices.map((choice, index) => member(choice, outs?.[index]))), ...defaultOf(json) };
  }
  const types = json.type === undefined ? [] : [json.type].flat();
  const kinds = types.filter((type) => type !== "null").map((type) => kind(type, json));
  const shape: Shape = { type: kinds.length === 0 ? ["unstated"] : kinds, ...defaultOf(json) };
  if (types.includes("null")) shape.nullable = true;
  const values = json.const === undefined ? (json.enum ?? out.enum) : [json.const];
  if (values !== undefined) readValues(shape, values);
  readBounds(shape, json);
  readParts(shape, json, out);
  return shape;
}

function kind(type: string, json: Json): Kind {
  if (type === "object") return json.properties === undefined ? "map" : "object";
  if (type === "number" && typeof json.const === "number" && Number.isInteger(json.const)) return "integer";
  if (type === "string" || type === "integer" || type === "number" || type === "boolean" || type === "array")
    return type;
  throw new Error(`JSON Schema of type ${type} is not known here`);
}

function defaultOf(json: Json): Pick<Shape, "default"> {
  return json.default === undefined ? {} : { default: json.default };
}

function readValues(shape: Shape, values: readonly unknown[]): void {
  shape.values = values.filter((value) => typeof value === "string" || typeof value === "number");
}

/** zod gives every integer the safe integers as bounds; these are ignored. */
function readBounds(shape: Shape, json: Json): void {
  if (json.multipleOf !== undefined) throw new Error("multipleOf is not known here");
  const isBound = (bound: number | undefined) => bound !== undefined && Math.abs(bound) !== Number.MAX_SAFE_INTEGER;
  const min = json.minLength ?? json.minItems ?? json.minimum ?? inclusive(shape, json.exclusiveMinimum, 1);
  const max = json.maxLength ?? json.maxItems ?? json.maximum ?? inclusive(shape, json.exclusiveMaximum, -1);
  if (isBound(min)) shape.min = min;
  if (isBound(max)) shape.max = max;
  const patterns = [json.pattern ?? json.format, ...(json.allOf ?? []).map((part) => part.pattern)];
  const pattern = patterns.filter((text) => text !== undefined).join(" and ");
  if (pattern !== "") shape.pattern = pattern;
}

function inclusive(shape: Shape, bound: number | boolean | undefined, step: number): number | undefined {
  if (bound === undefined) return undefined;
  if (typeof bound === "boolean" || !shape.type.includes("integer"))
    throw new Error("an exclusive bound of a number that is no integer is not known here");
  return bound + step;
}

function readParts(shape: Shape, json: Json, out: Json): void {
  if (isSchema(json.items)) shape.of = member(json.items, out.items);
  if (shape.type.includes("map")) {
    if (isSchema(json.additionalProperties)) shape.of = member(json.additionalProperties, out.additionalProperties);
    if (isSchema(json.propertyNames)) shape.keys = read(json.propertyNames);
  }
  if (json.properties === undefined) return;
  shape.fields = {};
  for (const [name, property] of Object.entries(json.properties)) {
    const field = member(property, out.properties?.[name]);
    if (json.required?.includes(name)) field.required = true;
    shape.fields[name] = field;
  }
}

function isSchema(json: unknown): json is Json {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

function member(json: unknown, out: unknown): Shape {
  return isSchema(json) ? read(json, isSchema(out) ? out : {}) : { type: ["unstated"] };
}

/** Merges alternatives into one shape: all their kinds, and only the rules that all plain alternatives share. */
function merge(members: Shape[]): Shape {
  const some = members.filter((one) => !isNull(one));
  const nullable = some.length < members.length || some.some((one) => one.nullable);
  const [only] = some;
  if (some.length === 1 && only !== undefined) return { ...only, ...(nullable && { nullable }) };
  const plain = some.filter((one) => one.of === undefined && one.fields === undefined);
  const parts = Object.assign({}, ...some.map(({ of, keys, fields }) => defined({ of, keys, fields })));
  const values = plain.every((one) => one.values !== undefined) ? plain.flatMap((one) => one.values ?? []) : undefined;
  const pattern = plain.find((one) => one.pattern !== undefined)?.pattern;
  return {
    type: [...new Set(some.flatMap((one) => one.type))],
    ...parts,
    ...defined({ values: values?.length === 0 ? undefined : values, pattern }),
    ...bounds(plain),
    ...(nullable && { nullable }),
  };
}

function defined<T extends object>(rules: T): Partial<T> {
  return Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function bounds(shapes: Shape[]): Pick<Shape, "min" | "max"> {
  const all = (bound: "min" | "max") => shapes.map((shape) => shape[bound]).filter((value) => value !== undefined);
  const [mins, maxs] = [all("min"), all("max")];
  return {
    ...(mins.length > 0 && mins.length === shapes.length && { min: Math.min(...mins) }),
    ...(maxs.length > 0 && maxs.length === shapes.length && { max: Math.max(...maxs) }),
  };
}

function isNull(shape: Shape): boolean {
  return shape.nullable === true && shape.type.length === 1 && shape.type[0] === "unstated";
}
