import { Hono } from "hono";
import { habitList } from "../behaviors/list.ts";
import { presetNames } from "../behaviors/presets.ts";
import { type HabitSettings, habitSettings } from "../behaviors/settings.ts";
import type { Platform } from "../platform.ts";
import type { Env } from "../server/env.ts";
import { jsonBody } from "./json.ts";

/**
 * `GET` returns the current behaviors and the list of all behaviors, `PUT` sets a preset, behaviors or both (omitted behaviors get
 * their default), `PATCH` changes some.
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
