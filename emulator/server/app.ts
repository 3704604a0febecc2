import type { EndpointId } from "@cloudplatform/pulumi/api";
import { type Context, Hono } from "hono";
import { page, pageHeaders, scripts } from "../console/page.ts";
import { controlRoutes } from "../control/control.ts";
import { guard } from "../control/guard.ts";
import type { EmulatorOptions } from "../options.ts";
import type { Platform } from "../platform.ts";
import type { Env } from "./env.ts";
import { PlatformError } from "./errors.ts";
import type { AnyHandler } from "./handler.ts";
import { handlers } from "./handlers.ts";
import { RequestPipeline, routeOf } from "./pipeline.ts";
import { endpointsFor } from "./table.ts";

/** The platform's routes from the table of endpoints, and the control routes. */
export function buildApp(platform: Platform, options: EmulatorOptions): Hono<Env> {
  const app = new Hono<Env>();
  const pipeline = new RequestPipeline(platform, options);
  addControl(app, platform, options);
  addEndpoints(app, options.edgeWord, () => pipeline);
  return app;
}

/** A platform's answer to a request of this process. Its routes are those of all platforms, and control routes come when one is asked for. */
export function appOf(platform: Platform, options: EmulatorOptions): Hono<Env>["fetch"] {
  const pipeline = new RequestPipeline(platform, options);
  let control: Hono<Env> | undefined;
  return (request, env) => {
    if (!new URL(request.url).pathname.startsWith("/_emulator"))
      return sharedEndpoints(options.edgeWord).fetch(request, { ...env, pipeline } as never);
    if (control === undefined) {
      control = new Hono<Env>();
      addControl(control, platform, options);
      control.notFound((context) => pipeline.unknownPath(context));
    }
    return control.fetch(request, env);
  };
}

const shared = new Map<string, Hono<Env>>();

/** The endpoints for the platforms of this process: their routes are compiled once. */
function sharedEndpoints(edgeWord: string): Hono<Env> {
  const known = shared.get(edgeWord);
  if (known !== undefined) return known;
  const app = new Hono<Env>();
  addEndpoints(app, edgeWord, ({ env }) => (env as unknown as { pipeline: RequestPipeline }).pipeline);
  shared.set(edgeWord, app);
  return app;
}

function addControl(app: Hono<Env>, platform: Platform, options: EmulatorOptions): void {
  app.get("/_emulator", (context) => context.redirect("/_emulator/"));
  app.get("/_emulator/", guard, (context) => context.html(page, 200, pageHeaders));
  app.get("/_emulator/console/:script", guard, (context) => {
    const script = scripts.get(context.req.param("script"));
    return script === undefined ? context.notFound() : context.body(script, 200, { "content-type": "text/javascript" });
  });
  app.route("/_emulator", controlRoutes(platform, endpointsFor(options.edgeWord), options.apiKey));
}

function addEndpoints(app: Hono<Env>, edgeWord: string, pipelineOf: (context: Context<Env>) => RequestPipeline): void {
  const methodsOf = new Map<string, string[]>();
  for (const endpoint of endpointsFor(edgeWord)) {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1");
    methodsOf.set(path, [...(methodsOf.get(path) ?? []), endpoint.method]);
    // The table pairs each id with its handler by type (`Handlers`); a loop over all of them cannot keep the pairs.
    const handler = handlers[endpoint.id as EndpointId] as AnyHandler;
    const route = routeOf(endpoint, handler);
    app.on(endpoint.method, path, (context) => pipelineOf(context).serve(context, route));
  }
  // `/check_limits` before `/:cluster_name`, which matches it too.
  const parameters = (path: string) => path.split(":").length;
  const paths = [...methodsOf].sort(([a], [b]) => parameters(a) - parameters(b));
  for (const [path, methods] of paths) {
    const allow = methods.join(", ");
    const error = new PlatformError(405, "Method not allowed.", { headers: { allow } });
    app.all(path, (context) => pipelineOf(context).refuse(context, error));
  }
  app.notFound((context) => pipelineOf(context).unknownPath(context));
}
