import { Hono } from "hono";
import { habitList } from "../habits/list.ts";
import { presetNames } from "../habits/presets.ts";
import { type HabitSettings, habitSettings } from "../habits/settings.ts";
import type { Platform } from "../platform.ts";
import type { Env } from "../server/env.ts";
import { jsonBody } from "./json.ts";

/**
 * `GET` shows the habits in force and all that there are, `PUT` takes a preset, habits or both (what is left out is as the
 * default), `PATCH` changes some.
 */
export function habitRoutes({ habits }: Platform): Hono<Env> {
  return new Hono<Env>()
    .get("/", (context) => context.json({ values: habits.values, presets: presetNames, habits: habitList() }))
    .put("/", async (context) => {
      habits.set((await jsonBody(context, habitSettings)) as HabitSettings);
      return context.json(habits.values);
    })
    .patch("/", async (context) => {
      habits.change((await jsonBody(context, habitSettings)) as HabitSettings);
      return context.json(habits.values);
    });
}
