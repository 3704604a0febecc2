import { child, unwrap } from "@cloudplatform/pulumi/schema";
import { z } from "zod";
import { invalid } from "./errors.ts";

/**
 * Refuses an integer sent as text. The schemas accept decimal text for integers beyond 2^53, because users write them as text; on
 * the wire they are numbers (companion §6.1).
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
