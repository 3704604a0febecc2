import { child, pathText, unwrap } from "@cloudplatform/pulumi/schema";
import type { z } from "zod";

/** Paths of unknown fields, which the platform ignores (open points). */
export function unknownFields(schema: z.core.$ZodType, value: unknown, path: PropertyKey[] = []): string[] {
  if (value === null || typeof value !== "object") return [];
  const bare = unwrap(schema);
  const entries: [PropertyKey, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([part, element]) => {
    const below = child(bare, part);
    if (below !== undefined) return unknownFields(below, element, [...path, part]);
    return isOpen(bare) ? [] : [pathText([...path, part])];
  });
}

/** Whether a schema accepts any content. */
function isOpen(schema: z.core.$ZodType): boolean {
  return ["unknown", "any", "record", "array"].includes(schema._zod.def.type);
}
