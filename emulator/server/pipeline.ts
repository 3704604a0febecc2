import { setTimeout as delay } from "node:timers/promises";
import { type Area, type Endpoint, writeJson } from "@cloudplatform/pulumi/api";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { spoiled } from "../faults/body-faults.ts";
import { Meeting } from "../faults/faults.ts";
import { actLater } from "../faults/late-action.ts";
import type { EmulatorOptions } from "../options.ts";
import type { Platform } from "../platform.ts";
import { parseBody, readBody } from "./body.ts";
import type { Env } from "./env.ts";
import { PlatformError, statusIn, toBody } from "./errors.ts";
import type { AnyHandler, Call } from "./handler.ts";
import { areaOf } from "./table.ts";
import { checkKey, type Door, doorOf } from "./validator.ts";

type Responder = (context: Context<Env>) => Promise<Response>;

/** What a route does with a request whose body has arrived. */
interface Service {
  endpoint: Endpoint;
  handler: AnyHandler;
  door: Door;
}

interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** One request on its way through. */
interface Visit {
  readonly context: Context<Env>;
  readonly area: Area;
  readonly started: number;
  readonly query: Record<string, string | string[]>;
  readonly endpoint: Endpoint | undefined;
  bytes: Buffer;
  request: unknown;
  meeting: Meeting;
}

/** Where requests are taken in: key, faults, schemas, handler, commit, answer, record. */
export class Desk {
  readonly #platform: Platform;
  readonly #options: EmulatorOptions;

  constructor(platform: Platform, options: EmulatorOptions) {
    this.#platform = platform;
    this.#options = options;
  }

  /** The route of an endpoint. */
  serve(endpoint: Endpoint, handler: AnyHandler): Responder {
    const service: Service = { endpoint, handler, door: doorOf(endpoint) };
    return (context) => this.#visit(context, endpoint, (visit) => this.#work(visit, service));
  }

  /** A route that refuses everyone who has the key. */
  refuse(refusal: PlatformError): Responder {
    return (context) => this.#visit(context, undefined, () => Promise.reject(refusal));
  }

  async #visit(
    context: Context<Env>,
    endpoint: Endpoint | undefined,
    work: (visit: Visit) => Promise<Reply | undefined>,
  ): Promise<Response> {
    const visit: Visit = {
      context,
      endpoint,
      area: endpoint?.area ?? areaOf(context.req.path, this.#options.edgeWord),
      started: performance.now(),
      query: flat(context.req.queries()),
      bytes: Buffer.alloc(0),
      request: undefined,
      meeting: new Meeting([]),
    };
    try {
      const arrived = await readBody(context.env.incoming, this.#options.bodyTimeoutMs);
      visit.bytes = arrived.bytes;
      checkKey(context.req.header("authorization"), this.#options.apiKey);
      if (arrived.refusal !== undefined) throw arrived.refusal;
      const reply = await work(visit);
      return reply === undefined ? this.#drop(visit) : this.#send(visit, reply);
    } catch (cause) {
      return this.#send(visit, refusalReply(visit.area, cause));
    }
  }

  /** undefined: the connection is to be dropped. */
  async #work(visit: Visit, { endpoint, door, handler }: Service): Promise<Reply | undefined> {
    const { context } = visit;
    const { faults, database } = this.#platform;
    const { method, path } = context.req;
    const body = parseBody(endpoint, visit.bytes, context.req.header("content-type"));
    visit.request = body.value;
    const meeting = faults.meet({ endpoint: endpoint.id, method, path });
    visit.meeting = meeting;

    const wait = meeting.get("delay");
    // Not waited for at the end of the process.
    if (wait !== undefined) await delay(wait.ms, undefined, { ref: false });
    if (meeting.get("drop-before") !== undefined) return undefined;
    const url = context.req.url.split("?", 1)[0] ?? "";
    const params = context.req.param();
    const act = () => {
      if (body.refusal !== undefined) throw body.refusal;
      const call = this.#paged(endpoint, door({ params, query: visit.query, body: body.value, url }));
      return this.#handle(meeting, endpoint.method === "GET", () => handler(call, this.#platform));
    };
    const late = meeting.get("late");
    if (late !== undefined) actLater(late.ms, act);
    const status = meeting.get("status");
    if (status !== undefined) return injected(endpoint.area, status.status, status.retryAfter, status.body);
    if (late !== undefined) return undefined;

    const answer = act();
    await database.settled();
    if (meeting.get("drop-after") !== undefined) return undefined;
    return { status: endpoint.status, body: this.#platform.habits.reshape(endpoint, answer) };
  }

  /** A platform that pages unasked cuts every list off. */
  #paged(endpoint: Endpoint, call: Call<Endpoint>): Call<Endpoint> {
    const { pageSize } = this.#platform.habits.values;
    if (pageSize === 0 || endpoint.query.shape.limit === undefined) return call;
    const asked = Number(call.query.limit ?? pageSize);
    return { ...call, query: { ...call.query, limit: Math.min(asked, pageSize) } };
  }

  /** What is due happens first; what a handler writes is one unit. */
  #handle(meeting: Meeting, readsOnly: boolean, handle: () => unknown): unknown {
    const { clock, database, tasks, timers } = this.#platform;
    timers.runDue(clock.now());
    const error = meeting.get("task-error");
    const stalled = meeting.get("task-stall") === undefined ? undefined : true;
    tasks.fault = { failure: error?.error, leavesBehind: error?.leavesBehind, stalled };
    try {
      return readsOnly ? handle() : database.write(handle);
    } finally {
      tasks.fault = {};
    }
  }

  #send(visit: Visit, { status, body, headers }: Reply): Response {
    const write = visit.endpoint?.lossless === true ? writeJson : JSON.stringify;
    const plain = body === undefined ? null : write(body);
    const text = status < 400 ? spoiled(visit.meeting, plain) : plain;
    this.#record(visit, status, body, text?.length ?? 0);
    const type: Record<string, string> = text === null ? {} : { "content-type": "application/json" };
    return new Response(text, { status, headers: { ...type, ...headers } });
  }

  /** Breaks the connection off without an answer. */
  #drop(visit: Visit): Response {
    this.#record(visit, null, undefined, 0);
    visit.context.env.incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  }

  #record(visit: Visit, status: number | null, response: unknown, responseBytes: number): void {
    const { clock, requests } = this.#platform;
    const { method, path } = visit.context.req;
    requests.add({
      at: clock.iso(),
      method,
      path,
      query: visit.query,
      endpoint: visit.endpoint,
      request: visit.request,
      requestBytes: visit.bytes.length,
      status,
      response,
      responseBytes,
      ms: Math.round((performance.now() - visit.started) * 100) / 100,
      faults: visit.meeting.names(),
    });
  }
}

function injected(area: Area, status: number, retryAfter: string | number | undefined, body: unknown): Reply {
  const error = new PlatformError(status, `Status ${status} (injected fault).`);
  const headers = retryAfter === undefined ? undefined : { "retry-after": String(retryAfter) };
  return { status, body: body ?? toBody(area, error), headers };
}

function refusalReply(area: Area, cause: unknown): Reply {
  const refusal = cause instanceof PlatformError ? cause : unexpected(cause);
  return { status: statusIn(area, refusal), body: toBody(area, refusal), headers: refusal.details.headers };
}

/** A mistake of the emulator itself. */
function unexpected(cause: unknown): PlatformError {
  console.error(cause);
  return new PlatformError(500, "The emulator failed; its standard error says more.");
}

function flat(queries: Record<string, string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(queries).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );
}
