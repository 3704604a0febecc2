import { Hono } from "hono";
import { z } from "zod";
import type { Platform } from "../platform.ts";
import { parseSeed, seedForm } from "../seed/schema.ts";
import type { Env } from "../server/env.ts";
import { jsonBody } from "./json.ts";

/** `GET` shows the form of a seed as JSON Schema, `POST` begins anew with the one that is sent. */
export function seedRoutes(platform: Platform): Hono<Env> {
  return new Hono<Env>()
    .get("/", (context) =>
      context.json(z.toJSONSchema(seedForm(platform.store), { io: "input", unrepresentable: "any" })),
    )
    .post("/", async (context) => {
      const seed = parseSeed(platform, await jsonBody(context, z.unknown()), "The body");
      platform.reset(seed);
      return context.body(null, 204);
    });
}
