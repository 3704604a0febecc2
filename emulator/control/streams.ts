import { Hono } from "hono";
import { z } from "zod";
import type { Platform } from "../platform.ts";
import type { Env } from "../server/env.ts";
import { notFound } from "../server/errors.ts";
import { setSignal, streamResponse } from "../streaming/stream.ts";
import { jsonBody } from "./json.ts";

const change = z.strictObject({
  server: z.enum(["primary", "backup"]).default("primary").describe("Server that receives the signal."),
  arrives: z.boolean().describe("Whether the signal arrives."),
});

/** `POST /ID {"arrives": true}` acts as an encoder and starts or stops sending a stream. */
export function streamRoutes(platform: Platform): Hono<Env> {
  return new Hono<Env>().post("/:id{\\d+}", async (context) => {
    const { server, arrives } = await jsonBody(context, change);
    const id = context.req.param("id");
    const stream = platform.store.streams.get(id);
    if (stream === undefined) throw notFound(`Stream ${id}`);
    const changed = platform.database.write(() => setSignal(platform, stream, server, arrives));
    return context.json(streamResponse(changed));
  });
}
