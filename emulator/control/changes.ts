import { Hono } from "hono";
import { z } from "zod";
import type { Platform } from "../platform.ts";
import { coercerOf } from "../server/coerce.ts";
import type { Env } from "../server/env.ts";
import { parseOrRefuse } from "./json.ts";

const limit = z.int().min(1).max(500).default(50);
const filter = z.union([
  z.strictObject({ collection: z.string(), object: z.string(), limit }),
  z.strictObject({ cause: z.string().describe("Id of a request or task."), limit }),
]);
const coerce = coercerOf(z.strictObject({ limit }));

/** `GET` returns the history of a record, newest first, or the changes by a request or task, with the record before and after. */
export function changeRoutes({ changes }: Platform): Hono<Env> {
  return new Hono<Env>().get("/", (context) => {
    const { limit: text, ...query } = context.req.query();
    const wanted = parseOrRefuse(filter, { ...query, ...coerce(text === undefined ? {} : { limit: text }) });
    return context.json(
      "cause" in wanted
        ? changes.ofCause(wanted.cause, wanted.limit)
        : changes.ofObject(wanted.collection, wanted.object, wanted.limit),
    );
  });
}
