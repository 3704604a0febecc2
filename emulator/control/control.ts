import { type Endpoint, writeJson } from "@cloudplatform/pulumi/api";
import { Hono } from "hono";
import { openApi } from "../openapi/document.ts";
import type { Platform } from "../platform.ts";
import type { Env } from "../server/env.ts";
import { PlatformError } from "../server/errors.ts";
import { behaviorRoutes } from "./behaviors.ts";
import { changeRoutes } from "./changes.ts";
import { clockRoutes } from "./clock.ts";
import { faultRoutes } from "./faults.ts";
import { guard } from "./guard.ts";
import { objectRoutes } from "./objects.ts";
import { requestRoutes } from "./requests.ts";
import { reservationRoutes } from "./reservations.ts";
import { seedRoutes } from "./seed.ts";
import { senderFor, sendRoutes } from "./send.ts";
import { snapshotRoutes } from "./snapshots.ts";
import { stateRoutes } from "./state.ts";
import { streamRoutes } from "./streams.ts";
import { summaryOf } from "./summary.ts";
import { taskRoutes } from "./tasks.ts";

/** Control routes for tests and the console, under `/_emulator/`. They need no API key. */
export function controlRoutes(platform: Platform, table: readonly Endpoint[], apiKey: string): Hono<Env> {
  const control = new Hono<Env>();
  // Generated on the first request, because it takes longer than the rest of the startup.
  let document: string | undefined;
  const send = senderFor(apiKey);
  control.use(guard);
  control.use(async (_, next) => {
    platform.timers.runDue();
    await next();
    await platform.database.committed();
  });
  control.route("/changes", changeRoutes(platform));
  control.route("/clock", clockRoutes(platform));
  control.route("/faults", faultRoutes(platform));
  control.route("/behaviors", behaviorRoutes(platform));
  control.get("/identity", (context) => context.json(identityOf(platform)));
  control.route("/objects", objectRoutes(platform));
  control.route("/requests", requestRoutes(platform, send));
  control.route("/reservations", reservationRoutes(platform));
  control.route("/seed", seedRoutes(platform));
  control.route("/send", sendRoutes(send));
  control.route("/snapshots", snapshotRoutes(platform));
  control.route("/state", stateRoutes(platform));
  control.get("/summary", (context) => context.json(summaryOf(platform)));
  control.route("/streams", streamRoutes(platform));
  control.route("/tasks", taskRoutes(platform));
  control.post("/reset", (context) => {
    platform.reset();
    return context.body(null, 204);
  });
  control.get("/openapi.json", (context) => {
    document ??= writeJson(openApi(table));
    return context.body(document, 200, { "content-type": "application/json" });
  });
  control.all("*", (context) => context.json({ message: "Control route not found." }, 404));
  control.onError((cause, context) => {
    if (!(cause instanceof PlatformError)) throw cause;
    return context.json({ message: cause.message }, cause.status === 404 ? 404 : 400);
  });
  return control;
}

/** Identifies this emulator: the client of its key, which the platform's responses show, and the directory of its state. */
export function identityOf({ clientId, database }: Platform) {
  return { clientId, dataDirectory: database.directory ?? null };
}
