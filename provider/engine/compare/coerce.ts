import type { z } from "zod";
import { otherSpelling, unwrap } from "../../schema/index.ts";
import { accepts } from "../../schema/unset.ts";
import { OperationError } from "../handler/errors.ts";

type Schema = z.core.$ZodType;

/** A field of a response that is of another type than the contract's, where its value is needed. */
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

/** What kinds of values a schema is for. */
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

/** Whether a value is at least of the kind that a schema is for; an unknown enumeration value counts. */
export function isOfKind(schema: Schema, value: unknown): boolean {
  const wanted = kindsOf(schema);
  return wanted.includes("any") || wanted.includes(kindOf(value));
}

/**
 * A scalar as its field has it: platforms write numbers as text, and ids as numbers where the contract says text.
 * Any other value is returned unchanged.
 */
export function asTyped(schema: Schema, value: unknown): unknown {
  if (typeof value === "object" || accepts(schema, value)) return value;
  const other = otherSpelling(value);
  return other !== undefined && accepts(schema, other) ? other : value;
}
