import type { EndpointId } from "@cloudplatform/pulumi/api";
import { Hono } from "hono";
import { page, pageHeaders, scripts } from "../console/page.ts";
import { controlRoutes } from "../control/control.ts";
import { guard } from "../control/guard.ts";
import type { EmulatorOptions } from "../options.ts";
import type { Platform } from "../platform.ts";
import type { Env } from "./env.ts";
import { PlatformError } from "./errors.ts";
import type { AnyHandler } from "./handler.ts";
import { handlers } from "./handlers.ts";
import { RequestPipeline } from "./pipeline.ts";
import { endpointsFor } from "./table.ts";

/** The platform's routes from the table of endpoints, and the control routes. */
export function buildApp(platform: Platform, options: EmulatorOptions): Hono<Env> {
  const app = new Hono<Env>();
  const pipeline = new RequestPipeline(platform, options);
  const table = endpointsFor(options.edgeWord);
  app.get("/_emulator", (context) => context.redirect("/_emulator/"));
  app.get("/_emulator/", guard, (context) => context.html(page, 200, pageHeaders));
  app.get("/_emulator/console/:script", guard, (context) => {
    const script = scripts.get(context.req.param("script"));
    return script === undefined ? context.notFound() : context.body(script, 200, { "content-type": "text/javascript" });
  });
  app.route("/_emulator", controlRoutes(platform, table, options.apiKey));

  const methodsOf = new Map<string, string[]>();
  for (const endpoint of table) {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1");
    methodsOf.set(path, [...(methodsOf.get(path) ?? []), endpoint.method]);
    // The table pairs each id with its handler by type (`Handlers`); a loop over all of them cannot keep the pairs.
    const handler = handlers[endpoint.id as EndpointId] as AnyHandler;
    app.on(endpoint.method, path, pipeline.serve(endpoint, handler));
  }
  // `/check_limits` before `/:cluster_name`, which matches it too.
  const parameters = (path: string) => path.split(":").length;
  const paths = [...methodsOf].sort(([a], [b]) => parameters(a) - parameters(b));
  for (const [path, methods] of paths) {
    const allow = methods.join(", ");
    app.all(path, pipeline.refuse(new PlatformError(405, "Method not allowed.", { headers: { allow } })));
  }
  app.notFound(pipeline.unknownPath());
  return app;
}
