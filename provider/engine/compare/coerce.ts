import type { z } from "zod";
import { otherSpelling, unwrap } from "../../schema/index.ts";
import { accepts } from "../../schema/unset.ts";
import { OperationError } from "../handler/errors.ts";

type Schema = z.core.$ZodType;

/** A response has a needed field whose type is not the contract's. */
export class UnreadableError extends OperationError {
  constructor(path: string, value: unknown) {
    super(
      `the platform's response has ${shown(value)} in ${path}, which is not of the type that the contract names`,
      "CP2119",
    );
    this.name = "UnreadableError";
  }
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (value !== null && typeof value === "object") return "an object";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

type Kind = "string" | "number" | "boolean" | "array" | "object" | "any";

const kinds: Readonly<Record<string, Kind>> = {
  string: "string",
  number: "number",
  boolean: "boolean",
  array: "array",
  object: "object",
  record: "object",
};

/** Returns the kinds of values that a schema is for. */
function kindsOf(schema: Schema): Kind[] {
  const def = unwrap(schema)._zod.def as z.core.$ZodTypeDef & {
    options?: Schema[];
    values?: unknown[];
    entries?: object;
  };
  if (def.type === "union") return (def.options ?? []).flatMap(kindsOf);
  if (def.type === "enum") return Object.values(def.entries ?? {}).map(kindOf);
  if (def.type === "literal") return (def.values ?? []).map(kindOf);
  return [kinds[def.type] ?? "any"];
}

function kindOf(value: unknown): Kind {
  if (Array.isArray(value)) return "array";
  return kinds[value === null ? "any" : typeof value] ?? "any";
}

/** Whether a value is at least of a kind that a schema is for. An unknown enumeration value counts. */
export function isOfKind(schema: Schema, value: unknown): boolean {
  const wanted = kindsOf(schema);
  return wanted.includes("any") || wanted.includes(kindOf(value));
}

/**
 * Returns a scalar in the type of its field: platforms write numbers as text, and ids as numbers where the contract has text. Any
 * other value is returned unchanged.
 */
export function asTyped(schema: Schema, value: unknown): unknown {
  if (typeof value === "object" || accepts(schema, value)) return value;
  const other = otherSpelling(value);
  return other !== undefined && accepts(schema, other) ? other : value;
}
