import { type Area, type Endpoint, writeJson } from "@cloudplatform/pulumi/api";
import { assertRight, requestAsTaken } from "../behaviors/requests.ts";
import { isWrite } from "../behaviors/table/transit.ts";
import type { BehaviorValues } from "../behaviors/table.ts";
import { MatchedFaults } from "../faults/active-faults.ts";
import { applyBodyFaults } from "../faults/body-faults.ts";
import { runLater } from "../faults/late-action.ts";
import type { EmulatorOptions } from "../options.ts";
import type { Platform } from "../platform.ts";
import { requestIdOf } from "../requests/id.ts";
import { RateLimit } from "../requests/rate-limit.ts";
import type { TaskFault } from "../tasks/engine.ts";
import { sentBody } from "../transit/body.ts";
import { type ForeignBody, type ForeignForm, foreignBody } from "../transit/gateway.ts";
import { parseJsonBody } from "./body.ts";
import { areaOf } from "./endpoints.ts";
import { errorStatus, PlatformError, toErrorBody } from "./errors.ts";
import type { AnyHandler } from "./handler.ts";
import type { ReceivedRequest, SentResponse } from "./received-request.ts";
import { authenticate, type RequestValidator, validatorFor } from "./validator.ts";

/** An endpoint with its handler and the validator of its requests. */
interface Route {
  endpoint: Endpoint;
  handler: AnyHandler;
  validate: RequestValidator;
}

export function routeOf(endpoint: Endpoint, handler: AnyHandler): Route {
  return { endpoint, handler, validate: validatorFor(endpoint) };
}

interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** The response of a gateway: its text in place of the body, and its type. */
  foreign?: ForeignBody;
}

const noBytes = Buffer.alloc(0);

/** One request while it is handled. */
interface RequestContext {
  readonly arrived: ReceivedRequest;
  readonly id: string;
  readonly area: Area;
  readonly started: number;
  readonly endpoint: Endpoint | undefined;
  bytes: Buffer;
  body: unknown;
  faults: MatchedFaults;
}

/** The steps of each request: authentication, rate limit, faults, validation, handler, commit, response, request log. */
export class RequestPipeline {
  readonly #platform: Platform;
  readonly #options: EmulatorOptions;
  readonly #limit: RateLimit | undefined;

  constructor(platform: Platform, options: EmulatorOptions) {
    this.#platform = platform;
    this.#options = options;
    const { rateLimit, retryAfter } = options;
    this.#limit = rateLimit === undefined ? undefined : new RateLimit(rateLimit, retryAfter);
  }

  /** Handles a request to an endpoint. */
  serve(arrived: ReceivedRequest, params: Record<string, string>, route: Route): Promise<SentResponse | undefined> {
    return this.#respond(arrived, route.endpoint, (request) => this.#process(request, params, route));
  }

  /** Handles a request to a path without a route. */
  unknownPath(arrived: ReceivedRequest): Promise<SentResponse | undefined> {
    return this.#respond(arrived, undefined, () => {
      const { unknownPaths } = this.#platform.behaviors.values;
      if (unknownPaths === "platform") return Promise.reject(new PlatformError(404, "Route not found."));
      return Promise.resolve(foreignReply(unknownPaths, 404, arrived.path));
    });
  }

  /** Responds to an authenticated request with an error. */
  refuse(arrived: ReceivedRequest, error: PlatformError): Promise<SentResponse | undefined> {
    return this.#respond(arrived, undefined, () => Promise.reject(error));
  }

  async #respond(
    arrived: ReceivedRequest,
    endpoint: Endpoint | undefined,
    process: (request: RequestContext) => Promise<Reply | undefined>,
  ): Promise<SentResponse | undefined> {
    const request: RequestContext = {
      arrived,
      id: requestIdOf(arrived.header("x-request-id")),
      endpoint,
      area: endpoint?.area ?? areaOf(arrived.path, this.#options.edgeWord),
      started: performance.now(),
      bytes: noBytes,
      body: undefined,
      faults: new MatchedFaults(),
    };
    try {
      const received = await arrived.body();
      request.bytes = received.bytes;
      const { gateway } = this.#platform.behaviors.values;
      if (gateway !== "none") return this.#send(request, foreignReply(gateway, 404, arrived.path));
      authenticate(arrived.header("authorization"), this.#options.apiKey);
      this.#limit?.spend(this.#options.apiKey);
      if (received.error !== undefined) throw received.error;
      const reply = await process(request);
      return reply === undefined ? this.#drop(request) : this.#send(request, reply);
    } catch (cause) {
      return this.#send(request, errorReply(request.area, cause));
    }
  }

  /** Returns undefined if the connection must be dropped. */
  async #process(
    request: RequestContext,
    params: Record<string, string>,
    { endpoint, validate, handler }: Route,
  ): Promise<Reply | undefined> {
    const { method, path, url, query, header } = request.arrived;
    const body = parseJsonBody(endpoint, request.bytes, header("content-type"));
    request.body = body.value;
    const faults = this.#platform.faults.match({ endpoint: endpoint.id, method, path });
    request.faults = faults;

    const delayed = faults.get("delay");
    if (delayed !== undefined) await this.#platform.faults.delay(delayed);
    if (faults.get("drop-before") !== undefined) return undefined;
    const { values } = this.#platform.behaviors;
    const act = () => {
      if (body.error !== undefined) throw body.error;
      assertRight(values, endpoint);
      const valid = validate({ params, query, body: body.value, url });
      const call = requestAsTaken(values, endpoint, valid, query.page);
      return this.#runHandler(request, endpoint, () => handler(call, this.#platform));
    };
    const late = faults.get("late");
    if (late !== undefined) runLater(late.ms, act);
    const foreign = faults.get("foreign");
    if (foreign !== undefined) return foreignReply(foreign.form, foreign.status, path);
    const status = faults.get("status");
    if (status !== undefined) return faultReply(endpoint.area, status.status, status.retryAfter, status.body);
    if (late !== undefined) return undefined;

    const response = act();
    await this.#platform.database.committed();
    if (faults.get("drop-after") !== undefined) return undefined;
    return writtenReply(values.writeResponses, endpoint, this.#platform.behaviors.reshape(endpoint, response));
  }

  /** Runs due timers first, then the handler in one transaction. */
  #runHandler({ id, faults }: RequestContext, endpoint: Endpoint, handle: () => unknown): unknown {
    const { changes, database, past, tasks, timers } = this.#platform;
    timers.runDue();
    if (endpoint.method === "GET") return past.reading(handle);
    tasks.takeFault = () => taskFault(faults.forTask());
    try {
      return changes.during({ kind: "request", id, text: endpoint.id }, () => database.write(handle));
    } finally {
      tasks.takeFault = () => ({});
    }
  }

  #send(request: RequestContext, { status, body, headers, foreign }: Reply): SentResponse {
    const write = request.endpoint?.lossless === true ? writeJson : JSON.stringify;
    const plain = body === undefined ? null : write(body);
    const own = status < 400 ? applyBodyFaults(request.faults, plain) : plain;
    const text = foreign === undefined ? own : foreign.text;
    // 204 has no body; if a fault adds one, the status becomes 200.
    const sentStatus = status === 204 && text !== null ? 200 : status;
    this.#record(request, sentStatus, foreign === undefined ? body : foreign.text, text?.length ?? 0);
    const type: Record<string, string> = text === null ? {} : { "content-type": foreign?.type ?? "application/json" };
    const { values } = this.#platform.behaviors;
    const dripMs = request.faults.get("drip")?.ms ?? (values.dripMs || undefined);
    const sent = sentBody(text, { ...values, dripMs }, request.arrived.header("accept-encoding"));
    return { status: sentStatus, headers: { ...type, ...headers, ...sent.headers }, body: sent.body };
  }

  /** Closes the connection without a response. */
  #drop(request: RequestContext): undefined {
    this.#record(request, null, undefined, 0);
  }

  #record(request: RequestContext, status: number | null, response: unknown, responseBytes: number): void {
    const { clock, requests } = this.#platform;
    const { method, path, query } = request.arrived;
    requests.add({
      id: request.id,
      at: clock.toIso(),
      method,
      path,
      query,
      endpoint: request.endpoint,
      request: request.body,
      requestBytes: request.bytes.length,
      status,
      response,
      responseBytes,
      ms: Math.round((performance.now() - request.started) * 100) / 100,
      faults: request.faults.names(),
      faultIds: request.faults.ids(),
    });
  }
}

/** A response from a gateway in place of the platform. */
function foreignReply(form: ForeignForm, status: number, path: string): Reply {
  return { status, body: undefined, foreign: foreignBody(form, status, path) };
}

/** A successful response. Responses to writes take the form of the behavior. */
function writtenReply(form: BehaviorValues["writeResponses"], { id, status }: Endpoint, body: unknown): Reply {
  if (!isWrite(id) || form === "documented" || form === "no-id") return { status, body };
  return { status: form === "no-content" ? 204 : status, body: undefined };
}

function taskFault(faults: MatchedFaults): TaskFault {
  const error = faults.get("task-error");
  const stalled = faults.get("task-stall") === undefined ? undefined : true;
  return { failure: error?.error, leavesBehind: error?.leavesBehind, stalled };
}

function faultReply(area: Area, status: number, retryAfter: string | number | undefined, body: unknown): Reply {
  const error = new PlatformError(status, `Status ${status} (injected fault).`);
  const headers = retryAfter === undefined ? undefined : { "retry-after": String(retryAfter) };
  return { status, body: body ?? toErrorBody(area, error), headers };
}

function errorReply(area: Area, cause: unknown): Reply {
  const error = cause instanceof PlatformError ? cause : internalError(cause);
  return { status: errorStatus(area, error), body: toErrorBody(area, error), headers: error.details.headers };
}

/** Reports a defect of the emulator. */
function internalError(cause: unknown): PlatformError {
  console.error(cause);
  return new PlatformError(500, "Internal error of the emulator; see its standard error.");
}
