import type { z } from "zod";
import { type Endpoint, readJson, writeJson } from "../api/index.ts";
import { fromWire, pathText, readResponse, toWire, userPath } from "../schema/index.ts";
import type { Call, ResponseOf } from "./call.ts";
import { CancelledError, InputError, RequestError, type RequestInfo } from "./errors.ts";
import { connectionError, invalidResponseError, responseError } from "./failure.ts";
import { Gate } from "./gate.ts";
import { type Redact, Redactor, secretsOf } from "./redact.ts";
import { isLimited, retryPause } from "./retry.ts";
import { isPlaceholder, readSettings, type Settings, type SettingsInput } from "./settings.ts";
import { sleep } from "./sleep.ts";
import { defaultTimeouts, poolOf, type Timeouts, watched } from "./transport.ts";

/** Options of a client, beyond the settings. */
export interface ClientOptions extends SettingsInput {
  timeouts?: Partial<Timeouts>;
  /** Called before each pause of a retry, for a progress line. */
  onRetry?: (retry: { error: RequestError; pauseMs: number; tried: number }) => void;
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call: a read at once, a write before its next try. A request that was sent is never abandoned. */
  signal?: AbortSignal;
  /**
   * The request may cost money and is sent once: only a clear refusal by the platform itself (a 4xx in its own form)
   * counts as not executed. Every other failure after the request has begun to leave is ambiguous.
   */
  sendOnce?: boolean;
}

/**
 * Talks to the platform: one method, for every endpoint of the table. It is the one place where names are translated:
 * callers pass and get the user's spelling, and the platform the wire's.
 */
export interface Client {
  readonly settings: Readonly<Settings>;
  /**
   * Calls an endpoint and returns its parsed response. Errors: {@link RequestError}, {@link InputError}.
   *
   * Endpoints are zod schemas of this package and not part of its public types: programs use the lookups.
   * @internal
   */
  call<E extends Endpoint>(endpoint: E, call: Call<E>, options?: CallOptions): Promise<ResponseOf<E>>;
  /** Whether the platform has refused requests for their rate of late. */
  readonly isLimited: boolean;
  /** Removes the API key and every registered secret from a text. */
  redact: Redact;
  /** Registers secrets: no error of this client shows them from now on. */
  keepSecret(secrets: Iterable<string>): void;
}

/**
 * Makes a client of the platform, without Pulumi.
 *
 * @example
 * ```ts
 * import { createClient } from "@cloudplatform/pulumi/client";
 * const client = createClient({ baseUrl: "http://127.0.0.1:8787", apiKey: "local" });
 * ```
 */
export function createClient(options: ClientOptions = {}): Client {
  const { timeouts, onRetry, ...given } = options;
  const settings = readSettings(given);
  return new HttpClient(settings, { ...defaultTimeouts, ...timeouts }, onRetry);
}

const placeholder = Object.assign(new Error(), { code: "PLACEHOLDER" });

type Fields = Record<string, unknown>;

/** A part of a request on the wire. */
interface Part {
  given: unknown;
  /** Undefined: it is not valid. */
  parsed: unknown;
}

interface Prepared {
  endpoint: Endpoint;
  info: RequestInfo;
  target: string;
  body: string | undefined;
  redact: Redact;
}

class HttpClient implements Client {
  readonly settings: Readonly<Settings>;
  readonly #timeouts: Timeouts;
  readonly #onRetry: ClientOptions["onRetry"];
  readonly #gate: Gate;
  readonly #origin: string;
  readonly #prefix: string;
  /** Secrets of all operations: reads of several resources share one request, and with it its error. */
  readonly #secrets: Redactor;
  readonly redact: Redact;

  constructor(settings: Settings, timeouts: Timeouts, onRetry: ClientOptions["onRetry"]) {
    // The key is kept out of everything that prints an object.
    const shown = { ...settings };
    Object.defineProperty(shown, "apiKey", { value: settings.apiKey, enumerable: false });
    this.settings = Object.freeze(shown);
    this.#secrets = new Redactor([settings.apiKey]);
    this.redact = this.#secrets.redact;
    this.#timeouts = timeouts;
    this.#onRetry = onRetry;
    this.#gate = Gate.of(settings.baseUrl, settings.apiKey);
    const url = new URL(settings.baseUrl);
    this.#origin = url.origin;
    this.#prefix = url.pathname.replace(/\/+$/, "");
  }

  get isLimited(): boolean {
    return this.#gate.isLimited;
  }

  keepSecret(secrets: Iterable<string>): void {
    this.#secrets.add(secrets);
  }

  async call<E extends Endpoint>(endpoint: E, call: Call<E>, options: CallOptions = {}): Promise<ResponseOf<E>> {
    const request = this.#prepare(endpoint, call as Call<Endpoint>);
    const turn = this.#gate.newTurn();
    for (let tried = 1; ; tried++) {
      try {
        return (await this.#send(request, turn, options)) as ResponseOf<E>;
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        let pauseMs = retryPause(error, tried);
        if (pauseMs !== undefined && isLimited(error)) pauseMs = this.#gate.pauseMs();
        if (pauseMs === undefined) throw error;
        this.#onRetry?.({ error, pauseMs, tried });
        if (!isLimited(error)) await sleep(pauseMs, options.signal);
      }
    }
  }

  #prepare(endpoint: Endpoint, call: Call<Endpoint>): Prepared {
    const problems: string[] = [];
    const read = (schema: z.ZodType, value: unknown, where: string): Part => {
      const given = toWire(schema, value).value;
      const { data, error } = schema.safeParse(given);
      for (const { path, message } of error?.issues ?? [])
        problems.push(`${pathText([where, ...userPath(schema, path)])}: ${message}`);
      return { given, parsed: data };
    };
    const params = read(endpoint.params, call.params ?? {}, "path");
    const query = read(endpoint.query, call.query ?? {}, "query");
    const hasBody = endpoint.body !== undefined && !(endpoint.bodyOptional === true && call.body === undefined);
    const body = hasBody ? read(endpoint.body as z.ZodType, call.body, "body") : undefined;
    const own = secretsOf(endpoint.body, body?.given);
    const { redact } = own.length === 0 ? this.#secrets : new Redactor(own, { others: this.#secrets });
    if (problems.length > 0) throw new InputError(endpoint.summary, problems.map(redact));

    const path = this.#path(endpoint, params.parsed as Fields);
    return {
      endpoint,
      info: { method: endpoint.method, path, baseUrl: this.settings.baseUrl },
      target: this.#prefix + path + queryText(pick(query.parsed as Fields, query.given as Fields)),
      body: body && bodyText(endpoint, body),
      redact,
    };
  }

  #path(endpoint: Endpoint, params: Fields): string {
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
    return endpoint.area === "edge" ? path.replace(/^\/edgeapp(?=\/)/, `/${this.settings.edgeWord}`) : path;
  }

  async #send(request: Prepared, turn: number, { signal, sendOnce = false }: CallOptions): Promise<unknown> {
    const { endpoint, info, redact } = request;
    const response = await this.#gate.pass(turn, () => this.#exchange(request, signal), signal);
    if (response.status < 200 || response.status >= 300)
      throw responseError(info, endpoint, response, redact, sendOnce);
    if (endpoint.response === undefined) return undefined;
    return this.#read(request, endpoint.response, response);
  }

  async #exchange(request: Prepared, signal: AbortSignal | undefined) {
    const headers: Record<string, string> = {
      authorization: `apikey ${this.settings.apiKey}`,
      accept: "application/json",
      "user-agent": "cloudplatform-pulumi",
    };
    if (request.body !== undefined) headers["content-type"] = "application/json";
    if (isPlaceholder(this.#origin))
      throw connectionError(request.info, request.endpoint, placeholder, request.redact, false);
    let hasBegun = false;
    const pool = watched(await poolOf(this.#origin, this.#timeouts), () => {
      hasBegun = true;
    });
    try {
      const response = await pool.request({
        origin: this.#origin,
        path: request.target,
        method: request.info.method,
        headers,
        body: request.body,
        signal: request.info.method === "GET" ? signal : undefined,
      });
      const body = await response.body.text();
      const header = (name: string) => {
        const value = response.headers[name];
        return Array.isArray(value) ? value[0] : value;
      };
      return { status: response.statusCode, body, header };
    } catch (cause) {
      if (request.info.method === "GET" && signal?.aborted === true)
        throw new CancelledError(`${request.endpoint.summary} was interrupted.`);
      throw connectionError(request.info, request.endpoint, cause, request.redact, hasBegun);
    }
  }

  #read(request: Prepared, schema: z.ZodType, response: { status: number; body: string }): unknown {
    const fail = (what: string) => invalidResponseError(request.info, request.endpoint, response, what, request.redact);
    let value: unknown;
    try {
      value = request.endpoint.lossless === true ? readJson(response.body) : JSON.parse(response.body);
    } catch {
      throw fail("the body is not JSON");
    }
    const parsed = readResponse(schema, value);
    if (parsed.success) return fromWire(schema, parsed.data);
    const wrong = parsed.problems.slice(0, 5).map((issue) => {
      const where = issue.path.length === 0 ? "the body" : `field ${issue.path.join(".")}`;
      return `${where} does not match the contract: ${issue.message}`;
    });
    throw fail(wrong.join("; "));
  }
}

/** A body is sent as it was given; the platform applies defaults; only large numbers take their parsed form. */
function bodyText(endpoint: Endpoint, { given, parsed }: Part): string {
  return endpoint.lossless === true ? writeJson(parsed) : JSON.stringify(given);
}

/** Only what the caller gave: the platform applies defaults. */
function pick(parsed: Fields, given: Fields): Fields {
  return Object.fromEntries(Object.entries(parsed).filter(([name]) => given[name] !== undefined));
}

/** Query with arrays as repeated names (companion §8). */
function queryText(query: Fields): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const element of Array.isArray(value) ? value : [value]) params.append(name, String(element));
  }
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}
