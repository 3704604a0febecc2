import { Hono } from "hono";
import { z } from "zod";
import type { Platform } from "../platform.ts";
import { coercerOf } from "../server/coerce.ts";
import type { Env } from "../server/env.ts";
import { parseOrRefuse } from "./json.ts";
import { collectionOf } from "./state.ts";

const page = z.strictObject({
  find: z.string().optional().describe("Case-insensitive text in the id, a field name or a value."),
  status: z.string().optional().describe("Value of the field `status` or `state`."),
  sort: z.string().optional().describe("Field to sort by. Default: order of creation."),
  descending: z.boolean().default(true),
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(500).default(50),
});
const coerce = coercerOf(page);

/** `GET COLLECTION` returns a page of its records, their number and their states. */
export function objectRoutes({ store }: Platform): Hono<Env> {
  return new Hono<Env>().get("/:collection", (context) => {
    const collection = collectionOf(store, context.req.param("collection"));
    const found = collection.search(parseOrRefuse(page, coerce(context.req.query())));
    return context.json({ ...found, states: collection.states() });
  });
}
