import { writeJson } from "@cloudplatform/pulumi/api";
import { Hono } from "hono";
import { z } from "zod";
import type { Platform } from "../platform.ts";
import { coercerOf } from "../server/coerce.ts";
import type { Env } from "../server/env.ts";
import { parseOrRefuse } from "./json.ts";

const filter = z.strictObject({
  since: z.int().min(0).optional().describe("Only requests after this sequence number."),
  method: z.string().optional(),
  path: z.string().optional().describe("Prefix of the path."),
  endpoint: z.string().optional().describe("Id of an endpoint."),
  limit: z.int().min(0).optional().describe("Maximum number of requests, the latest ones."),
});
const coerce = coercerOf(filter);

/** `GET` returns the latest requests, `DELETE` clears the log. */
export function requestRoutes({ requests }: Platform): Hono<Env> {
  return new Hono<Env>()
    .get("/", (context) => {
      const found = requests.list(parseOrRefuse(filter, coerce(context.req.query())));
      // Storage events contain integers that JSON.stringify refuses.
      const text = writeJson({ lastSeq: requests.lastSeq, requests: found });
      return context.body(text, 200, { "content-type": "application/json" });
    })
    .delete("/", (context) => {
      requests.clear();
      return context.body(null, 204);
    });
}
