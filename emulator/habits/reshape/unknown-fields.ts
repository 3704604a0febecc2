import type { z } from "zod";
import type { HabitValues } from "../table.ts";
import type { Reshape } from "./index.ts";
import { changeObjects } from "./walk.ts";

/** Adds a field that nobody knows to every object; a map's keys are the user's and stay as they are. */
export function unknownFieldsReshape({ unknownFields }: HabitValues): Reshape | undefined {
  if (unknownFields === "none") return undefined;
  return (answer, { response }) =>
    response === undefined
      ? answer
      : changeObjects(response, answer, (fields, schema) =>
          isOpen(schema) ? { ...fields, x_future: { since: "2030", tags: ["a", null] } } : fields,
        );
}

/** Whether the answer schema says that more fields may come. */
function isOpen(schema: z.core.$ZodType): boolean {
  const def = schema._zod.def as z.core.$ZodTypeDef & { catchall?: z.core.$ZodType };
  return def.catchall?._zod.def.type === "unknown";
}
