import { Hono } from "hono";
import { z } from "zod";
import type { Platform } from "../platform.ts";
import { parseSeed, seedSchema } from "../seed/schema.ts";
import type { Env } from "../server/env.ts";
import { jsonBody } from "./json.ts";

/** `GET` returns the JSON Schema of a seed, `POST` resets the platform to the seed in the body. */
export function seedRoutes(platform: Platform): Hono<Env> {
  return new Hono<Env>()
    .get("/", (context) =>
      context.json(z.toJSONSchema(seedSchema(platform.store), { io: "input", unrepresentable: "any" })),
    )
    .post("/", async (context) => {
      const seed = parseSeed(platform, await jsonBody(context, z.unknown()), "The body");
      platform.reset(seed);
      return context.body(null, 204);
    });
}
