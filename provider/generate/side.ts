import { decimalText } from "../api/field.ts";
import { uint64, uint64Answer } from "../api/index.ts";
import { definitionOf, type Schema } from "./layers.ts";
import type { Side } from "./shape.ts";

/** Schemas that turn values by code, so that their types cannot be read from their structure. */
interface Special {
  input: string;
  output: string;
  words: string;
}

const specials = new Map<Schema | undefined, Special>([
  [
    turnOf(uint64),
    {
      input: "number | bigint | string",
      output: "number | bigint",
      words: "Whole number from 0 to 18446744073709551615; beyond 2^53 as a bigint or decimal text",
    },
  ],
  [turnOf(uint64Answer), { input: "number | bigint | string", output: "number | string", words: "" }],
  [turnOf(decimalText), { input: "string | number", output: "string", words: "" }],
]);

/** What turns the values: the same for all copies that `describe` makes of a schema. */
function turnOf(schema: Schema): Schema | undefined {
  return definitionOf(schema).out;
}

/** Undefined for a schema whose structure tells its types. */
export function specialOf(schema: Schema): Special | undefined {
  let current: Schema | undefined = schema;
  while (current !== undefined) {
    const turn = turnOf(current);
    if (turn !== undefined && specials.has(turn)) return specials.get(turn);
    current = definitionOf(current).innerType;
  }
  return undefined;
}

/** The schema below `optional`, `nullable`, `default` and pipes that tells of the values of a side. */
export function inner(schema: Schema, side: Side): Schema {
  let current = schema;
  for (;;) {
    const definition = definitionOf(current);
    const next = definition.innerType ?? (definition.type === "pipe" ? pipeEnd(current, side) : undefined);
    if (next === undefined) return current;
    current = next;
  }
}

function pipeEnd(schema: Schema, side: Side): Schema | undefined {
  const { in: first, out: last } = definitionOf(schema);
  const end = side === "input" ? first : last;
  if (end !== undefined && definitionOf(end).type === "transform")
    throw new Error("A schema turns values by code; say its types in provider/generate/side.ts.");
  return end;
}

/** Whether null may stand for the value. */
export function isNullable(schema: Schema): boolean {
  let current: Schema | undefined = schema;
  while (current !== undefined) {
    const definition = definitionOf(current);
    if (definition.type === "nullable") return true;
    current = definition.innerType;
  }
  return false;
}
