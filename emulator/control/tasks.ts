import { Hono } from "hono";
import { z } from "zod";
import type { Platform } from "../platform.ts";
import type { Env } from "../server/env.ts";
import { jsonBody } from "./json.ts";

const end = z.discriminatedUnion("state", [
  z.strictObject({ state: z.literal("FINISHED") }),
  z.strictObject({ state: z.literal("ERROR"), error: z.string().min(1).default("The task failed (ended by hand).") }),
]);

/** `POST /ID {"state": "FINISHED"}` or `{"state": "ERROR", "error": …}` ends a queued or running task now. */
export function taskRoutes({ database, tasks }: Platform): Hono<Env> {
  return new Hono<Env>().post("/:id", async (context) => {
    const wanted = await jsonBody(context, end);
    const error = wanted.state === "ERROR" ? wanted.error : undefined;
    const { work: _, ...ended } = database.write(() => tasks.endNow(context.req.param("id"), error));
    return context.json(ended);
  });
}
