import { writeJson } from "@cloudplatform/pulumi/api";
import { type Context, Hono } from "hono";
import { z } from "zod";
import type { Platform } from "../platform.ts";
import { coercerOf } from "../server/coerce.ts";
import type { Env } from "../server/env.ts";
import { notFound, PlatformError } from "../server/errors.ts";
import { parseOrRefuse } from "./json.ts";
import type { Sender } from "./send.ts";

const matching = {
  since: z.int().min(0).optional().describe("Only requests after this sequence number."),
  method: z.string().optional(),
  path: z.string().optional().describe("Prefix of the path."),
  endpoint: z.string().optional().describe("Id of an endpoint."),
  status: z
    .string()
    .regex(/^([2-5]xx|\d{3}|failed|dropped)$/, "must be 2xx to 5xx, failed, dropped, or a status")
    .optional(),
  fault: z.int().optional().describe("Id of a fault that applied to the request."),
  find: z.string().optional().describe("Case-insensitive text in the log entry of the request."),
};
const filter = z.strictObject({
  ...matching,
  limit: z.int().min(0).optional().describe("Maximum number of requests; the latest are returned."),
});
const coerce = coercerOf(filter);
const page = z.strictObject({
  ...matching,
  sort: z.enum(["seq", "method", "path", "status", "ms"]).default("seq"),
  descending: z.boolean().default(true),
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(500).default(50),
});
const coercePage = coercerOf(page);

/** `GET` returns the latest requests, a page of them, or one with its changes; `POST ID/send` sends it again; `DELETE` clears the log. */
export function requestRoutes({ requests, changes }: Platform, send: Sender): Hono<Env> {
  return new Hono<Env>()
    .get("/", (context) => {
      const found = requests.list(parseOrRefuse(filter, coerce(context.req.query())));
      return lossless(context, { lastSeq: requests.lastSeq, requests: found });
    })
    .get("/page", (context) => lossless(context, requests.page(parseOrRefuse(page, coercePage(context.req.query())))))
    .get("/:id", (context) => {
      const id = context.req.param("id");
      const request = requests.get(id);
      if (request === undefined) throw notFound(`Request ${id}`);
      // Only links to the changes: the log shows no values.
      const changed = changes.ofCause(id, 100).map(({ collection, object, kind }) => ({ collection, object, kind }));
      return lossless(context, { ...request, changes: changed });
    })
    .post("/:id/send", async (context) => {
      const id = context.req.param("id");
      const sent = requests.find(id);
      if (sent === undefined) throw notFound(`Request ${id}`);
      const { method, path, query, request: body, requestBytes } = sent;
      if (requestBytes > 0 && body === undefined)
        throw new PlatformError(400, `The body of request ${id} was not kept: it was too large, or no JSON.`);
      return context.json(await send(context, { method, path, query, body }));
    })
    .delete("/", (context) => {
      requests.clear();
      return context.body(null, 204);
    });
}

/** Storage events contain bigints, which JSON.stringify rejects. */
function lossless(context: Context<Env>, value: unknown): Response {
  return context.body(writeJson(value), 200, { "content-type": "application/json" });
}
