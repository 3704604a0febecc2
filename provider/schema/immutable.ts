import type { z } from "zod";
import { metadataOf } from "./fields.ts";
import { userSchema } from "./user-schema.ts";

/**
 * Returns the names of the fields of an object that cannot change in place, in the user's spelling. With `serverDefault`: only
 * those that the platform fills in when they are left out (true), or only the others (false).
 */
export function immutableInputs(schema: z.ZodObject, { serverDefault }: { serverDefault?: boolean } = {}): string[] {
  return Object.entries(userSchema(schema).shape)
    .filter(([, field]) => {
      const metadata = metadataOf(field);
      const isAsked = serverDefault === undefined || (metadata.serverDefault === true) === serverDefault;
      return metadata.immutable === true && isAsked;
    })
    .map(([name]) => name);
}
