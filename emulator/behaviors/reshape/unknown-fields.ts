import type { z } from "zod";
import type { BehaviorValues } from "../table.ts";
import type { Reshape } from "./index.ts";
import { mapObjects } from "./walk.ts";

/** Adds an unknown field to every object. Maps, which have the user's keys, are unchanged. */
export function unknownFieldsReshape({ unknownFields }: BehaviorValues): Reshape | undefined {
  if (unknownFields === "none") return undefined;
  return (body, { response }) =>
    response === undefined
      ? body
      : mapObjects(response, body, (fields, schema) =>
          isOpen(schema) ? { ...fields, x_future: { since: "2030", tags: ["a", null] } } : fields,
        );
}

/** Whether the response schema allows unknown fields. */
function isOpen(schema: z.core.$ZodType): boolean {
  const def = schema._zod.def as z.core.$ZodTypeDef & { catchall?: z.core.$ZodType };
  return def.catchall?._zod.def.type === "unknown";
}
