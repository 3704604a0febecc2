import type { z } from "zod";
import { mapObjects } from "../reshape/walk.ts";
import { choice } from "./behavior.ts";

export const unknownFieldBehaviors = {
  unknownFields: choice(["none", "added"], "Objects have an unknown field.", "companion §9", {
    reshape:
      () =>
      (body, { response }) =>
        response === undefined
          ? body
          : mapObjects(response, body, (fields, schema) =>
              isOpen(schema) ? { ...fields, x_future: { since: "2030", tags: ["a", null] } } : fields,
            ),
  }),
};

/** Whether the response schema allows unknown fields. Maps, which have the user's keys, have none. */
function isOpen(schema: z.core.$ZodType): boolean {
  const def = schema._zod.def as z.core.$ZodTypeDef & { catchall?: z.core.$ZodType };
  return def.catchall?._zod.def.type === "unknown";
}
