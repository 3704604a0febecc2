import { z } from "zod";
import type { Area } from "../../api/index.ts";

const words = z.string().min(1);

/** Texts by field, nested for the indexes of lists. */
const fields: z.ZodType = z.lazy(() =>
  z.record(z.string(), z.union([z.array(words).min(1), fields])).refine(hasEntries),
);

function hasEntries(value: object): boolean {
  return Object.keys(value).length > 0;
}

/** Errors as texts. Gateways and JSON:API servers send objects with a status, a code or a title. */
const errors = z.looseObject({ errors: z.union([z.array(words).min(1), fields]) });

/** Fields that frameworks and gateways add to their errors; the platform never does. */
const foreignFields = ["timestamp", "path", "type", "title", "instance"];

/** Fields of an error by area (companion §7.1, which does not give the form of the CDN's 404). */
const forms: Record<Area, z.ZodType> = {
  cloud: z.union([
    z.looseObject({ exception_class: words, message: words }),
    z.looseObject({ code: z.int(), message: words }),
  ]),
  cdn: z.union([
    z.looseObject({ message: words }),
    z.looseObject({ detail: words }),
    errors,
    // One error is the map of fields without a wrapper.
    fields,
  ]),
  streaming: z.union([z.looseObject({ error: words }), errors]),
  edge: z.looseObject({ error: words }),
  storage: z.looseObject({ error: words }),
};

/** Whether the body of an error has the form of an area, and not that of a gateway or another server. */
export function hasOwnForm(area: Area, status: number, body: string): boolean {
  // 404 of the edge area has no body (companion §7.1).
  if (body.trim() === "") return area === "edge" && status === 404;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return false;
  }
  if (!forms[area].safeParse(value).success) return false;
  return !foreignFields.some((field) => Object.hasOwn(value as object, field));
}
