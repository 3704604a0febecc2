import { Hono } from "hono";
import { z } from "zod";
import type { Platform } from "../platform.ts";
import type { Env } from "../server/env.ts";
import { jsonBody } from "./json.ts";

const change = z.strictObject({
  /** At most ten years, more than any reservation lasts. */
  advanceMs: z.number().min(0).max(315_360_000_000).optional().describe("Advances the clock."),
  pause: z.boolean().optional().describe("Pauses or resumes the clock."),
  speed: z.number().positive().max(1_000_000).optional().describe("Platform seconds per real second."),
});

/** `GET` returns the platform's clock, `POST` changes it. */
export function clockRoutes({ clock, timers }: Platform): Hono<Env> {
  return new Hono<Env>()
    .get("/", (context) => context.json(clock.state()))
    .post("/", async (context) => {
      const { advanceMs, pause, speed } = await jsonBody(context, change);
      clock.change({ advanceMs, speed, paused: pause });
      timers.runDue();
      return context.json(clock.state());
    });
}
