import { child, unwrap } from "@cloudplatform/pulumi/api";
import { z } from "zod";
import { invalid } from "./errors.ts";

/**
 * Refuses a whole number that comes as text. The table takes decimal text for a number beyond 2^53, for that is how users
 * write it; on the wire it is a number (companion §6.1).
 */
export function refuseNumbersAsText(schema: z.core.$ZodType, value: unknown, path: readonly PropertyKey[] = []): void {
  if (typeof value === "string" && isUint64(schema)) throw invalid(path.join("."), "must be a number, not text");
  if (value === null || typeof value !== "object") return;
  const own = unwrap(schema);
  for (const [name, part] of Object.entries(value)) {
    const field = child(own, name);
    if (field !== undefined) refuseNumbersAsText(field, part, [...path, name]);
  }
}

function isUint64(schema: z.core.$ZodType): boolean {
  for (let layer: z.core.$ZodType | undefined = schema; layer !== undefined; layer = innerOf(layer))
    if (z.globalRegistry.get(layer)?.format === "uint64") return true;
  return false;
}

function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  return (schema._zod.def as z.core.$ZodTypeDef & { innerType?: z.core.$ZodType }).innerType;
}
