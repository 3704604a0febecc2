import { Hono } from "hono";
import { behaviorList } from "../behaviors/list.ts";
import { presetNames } from "../behaviors/presets.ts";
import { type BehaviorSettings, behaviorSettings } from "../behaviors/settings.ts";
import type { Platform } from "../platform.ts";
import type { Env } from "../server/env.ts";
import { jsonBody } from "./json.ts";

/**
 * `GET` returns the current behaviors and the list of all behaviors, `PUT` sets a preset, behaviors or both (omitted behaviors get
 * their default), `PATCH` changes some.
 */
export function behaviorRoutes({ behaviors }: Platform): Hono<Env> {
  return new Hono<Env>()
    .get("/", (context) => context.json({ values: behaviors.values, presets: presetNames, behaviors: behaviorList() }))
    .put("/", async (context) => {
      behaviors.set((await jsonBody(context, behaviorSettings)) as BehaviorSettings);
      return context.json(behaviors.values);
    })
    .patch("/", async (context) => {
      behaviors.change((await jsonBody(context, behaviorSettings)) as BehaviorSettings);
      return context.json(behaviors.values);
    });
}
