import { decimalText } from "../api/field.ts";
import { uint64, uint64Response } from "../api/index.ts";
import type { Direction } from "./shape.ts";
import { definitionOf, type Schema } from "./zod-def.ts";

/** The types of a schema with a transform, which cannot be derived from its structure. */
interface ConvertedType {
  input: string;
  output: string;
  constraint: string;
}

const convertedTypes = new Map<Schema | undefined, ConvertedType>([
  [
    outputOf(uint64),
    {
      input: "number | bigint | string",
      output: "number | bigint",
      constraint: "Integer from 0 to 18446744073709551615; beyond 2^53 as a bigint or decimal text",
    },
  ],
  [outputOf(uint64Response), { input: "number | bigint | string", output: "number | string", constraint: "" }],
  [outputOf(decimalText), { input: "string | number", output: "string", constraint: "" }],
]);

/** The transform of a schema, which all clones made by `describe` share. */
function outputOf(schema: Schema): Schema | undefined {
  return definitionOf(schema).out;
}

/** Undefined for a schema without a transform. */
export function convertedTypeOf(schema: Schema): ConvertedType | undefined {
  let current: Schema | undefined = schema;
  while (current !== undefined) {
    const output = outputOf(current);
    if (output !== undefined && convertedTypes.has(output)) return convertedTypes.get(output);
    current = definitionOf(current).innerType;
  }
  return undefined;
}

/** The schema below `optional`, `nullable`, `default` and pipes, for one direction. */
export function inner(schema: Schema, direction: Direction): Schema {
  let current = schema;
  for (;;) {
    const definition = definitionOf(current);
    const next = definition.innerType ?? (definition.type === "pipe" ? pipeEnd(current, direction) : undefined);
    if (next === undefined) return current;
    current = next;
  }
}

function pipeEnd(schema: Schema, direction: Direction): Schema | undefined {
  const { in: first, out: last } = definitionOf(schema);
  const end = direction === "input" ? first : last;
  if (end !== undefined && definitionOf(end).type === "transform")
    throw new Error("A schema has a transform; declare its types in provider/generate/direction.ts.");
  return end;
}

/** Whether the value can be null. */
export function isNullable(schema: Schema): boolean {
  let current: Schema | undefined = schema;
  while (current !== undefined) {
    const definition = definitionOf(current);
    if (definition.type === "nullable") return true;
    current = definition.innerType;
  }
  return false;
}
