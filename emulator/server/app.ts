import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";
import { page, pageHeaders, scripts } from "../console/page.ts";
import { controlRoutes } from "../control/control.ts";
import { guard } from "../control/guard.ts";
import type { EmulatorOptions } from "../options.ts";
import type { Platform } from "../platform.ts";
import { readBody } from "./body.ts";
import { endpointsFor } from "./endpoints.ts";
import type { Env } from "./env.ts";
import { RequestPipeline } from "./pipeline.ts";
import { partsOf } from "./received-request.ts";
import { Routes } from "./routes.ts";

/** The HTTP application: the control routes and the platform's own routes. */
export function buildApp(platform: Platform, options: EmulatorOptions): Hono<Env> {
  const app = new Hono<Env>();
  const pipeline = new RequestPipeline(platform, options);
  const routes = Routes.of(options.edgeWord);
  app.get("/_emulator", (context) => context.redirect("/_emulator/"));
  app.get("/_emulator/", guard, (context) => context.html(page, 200, pageHeaders));
  app.get("/_emulator/console/:script", guard, (context) => {
    const script = scripts.get(context.req.param("script"));
    return script === undefined ? context.notFound() : context.body(script, 200, { "content-type": "text/javascript" });
  });
  app.route("/_emulator", controlRoutes(platform, endpointsFor(options.edgeWord), options.apiKey));
  app.notFound(async ({ req, env: { incoming } }) => {
    const sent = await routes.answer(pipeline, {
      ...partsOf(req.url),
      method: req.method,
      header: (name) => req.header(name),
      body: () => readBody(incoming, options.bodyTimeoutMs),
    });
    if (sent !== undefined) return new Response(sent.body, sent);
    incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  });
  return app;
}
