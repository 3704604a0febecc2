import type { EndpointId } from "@cloudplatform/pulumi/api";
import { METHOD_NAME_ALL } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";
import { tryDecodeURIComponent } from "hono/utils/url";
import { endpointsFor } from "./endpoints.ts";
import { PlatformError } from "./errors.ts";
import type { AnyHandler } from "./handler.ts";
import { handlers } from "./handlers.ts";
import { type RequestPipeline, routeOf } from "./pipeline.ts";
import type { ReceivedRequest, SentResponse } from "./received-request.ts";

type Params = Record<string, string>;
type Answered = Promise<SentResponse | undefined>;
type Serve = (pipeline: RequestPipeline, request: ReceivedRequest, params: Params) => Answered;

/** The platform's routes, from the table of endpoints. All platforms of a process share them, and each passes its own pipeline. */
export class Routes {
  static readonly #known = new Map<string, Routes>();
  readonly #router = new TrieRouter<Serve>();

  /** The routes of a platform with this word for the edge-app area. */
  static of(edgeWord: string): Routes {
    const known = Routes.#known.get(edgeWord) ?? new Routes(edgeWord);
    Routes.#known.set(edgeWord, known);
    return known;
  }

  private constructor(edgeWord: string) {
    const methodsOf = new Map<string, string[]>();
    for (const endpoint of endpointsFor(edgeWord)) {
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1");
      methodsOf.set(path, [...(methodsOf.get(path) ?? []), endpoint.method]);
      // The type `Handlers` pairs each id with its handler; a loop over all of them cannot preserve the pairing.
      const route = routeOf(endpoint, handlers[endpoint.id as EndpointId] as AnyHandler);
      this.#router.add(endpoint.method, path, (pipeline, request, params) => pipeline.serve(request, params, route));
    }
    // `/check_limits` must precede `/:cluster_name`, which matches it as well.
    const parameters = (path: string) => path.split(":").length;
    const paths = [...methodsOf].sort(([a], [b]) => parameters(a) - parameters(b));
    for (const [path, methods] of paths) {
      const error = new PlatformError(405, "Method not allowed.", { headers: { allow: methods.join(", ") } });
      this.#router.add(METHOD_NAME_ALL, path, (pipeline, request) => pipeline.refuse(request, error));
    }
  }

  /** Returns undefined if the connection is closed without a response. */
  answer(pipeline: RequestPipeline, request: ReceivedRequest): Answered {
    const method = request.method === "HEAD" ? "GET" : request.method;
    const [first] = this.#router.match(method, request.path)[0];
    if (first === undefined) return pipeline.unknownPath(request);
    const [serve, given] = first;
    const params = Object.entries(given as Params).map(([name, text]) => [name, tryDecodeURIComponent(text)]);
    return serve(pipeline, request, Object.fromEntries(params));
  }
}
