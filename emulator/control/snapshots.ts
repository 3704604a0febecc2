import { Hono } from "hono";
import { z } from "zod";
import type { BehaviorSettings } from "../behaviors/settings.ts";
import type { Platform } from "../platform.ts";
import type { Env } from "../server/env.ts";
import { notFound } from "../server/errors.ts";
import { jsonBody } from "./json.ts";

const named = z.strictObject({ name: z.string().trim().min(1).max(100) });

/** `GET` lists the snapshots, `POST` saves one, `POST ID/restore` restores it, `DELETE ID` removes it. */
export function snapshotRoutes(platform: Platform): Hono<Env> {
  const { snapshots } = platform;
  return new Hono<Env>()
    .get("/", (context) => context.json(snapshots.list()))
    .post("/", async (context) => context.json(saveSnapshot(platform, (await jsonBody(context, named)).name), 201))
    .post("/:id{\\d+}/restore", (context) => context.json(restoreSnapshot(platform, Number(context.req.param("id")))))
    .delete("/:id{\\d+}", (context) => {
      const id = context.req.param("id");
      if (!snapshots.remove(Number(id))) throw notFound(`Snapshot ${id}`);
      return context.body(null, 204);
    });
}

function saveSnapshot({ clock, database, behaviors, snapshots, store }: Platform, name: string) {
  const records = Object.values(store).reduce((sum, collection) => sum + collection.count(), 0);
  return database.write(() => {
    clock.save();
    return snapshots.save(name, clock.toIso(), records, behaviors.values);
  });
}

function restoreSnapshot(
  { changes, clock, database, behaviors, past, snapshots, timers, visibility }: Platform,
  id: number,
) {
  const snapshot = snapshots.get(id);
  if (snapshot === undefined) throw notFound(`Snapshot ${id}`);
  // The snapshot already contains the platform's reactions to its behaviors.
  changes.during(undefined, () => {
    behaviors.set(snapshot.settings as BehaviorSettings);
    snapshots.restore(id);
    clock.reload();
    timers.reload();
    visibility.clear();
    past.clear();
    changes.restored();
    database.write(() => clock.save());
  });
  return snapshot;
}
