/** The platform without HTTP: requests are answered in the process that sends them. */
import { type Clock, useClock } from "@cloudplatform/pulumi/values";
import { openInMemory } from "./images.ts";
import { defaults, type EmulatorOptions } from "./options.ts";
import type { Platform } from "./platform.ts";
import { appOf } from "./server/app.ts";

/** A request as a client writes it. */
export interface InProcessRequest {
  method: string;
  /** Origin, path and query. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

/** A response as a client reads it. */
export interface InProcessResponse {
  status: number;
  headers: Record<string, string>;
  bytes: ArrayBuffer;
}

/** A request as the log shows it. */
export interface LoggedRequest {
  id: string;
  seq: number;
  method: string;
  path: string;
  query: Record<string, string | string[]>;
  endpoint: string | null;
  request: unknown;
  /** null when the connection was dropped. */
  status: number | null;
  response: unknown;
}

/** An emulator that listens nowhere. */
export interface InProcessEmulator {
  /** Undefined: the connection was closed without a response. */
  answer(request: InProcessRequest): Promise<InProcessResponse | undefined>;
  /** Sends a request to a control route and returns its response, such as `control("POST", "faults", { … })`. */
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Requests after a number of the log, oldest first; secrets are redacted. */
  requests(since?: number): LoggedRequest[];
  /** Number of the last request in the log. */
  readonly lastRequest: number;
  close(): void;
}

/** Start options of an emulator in the process. */
export interface InProcessOptions extends Partial<EmulatorOptions> {
  /** @internal */
  clock?: Clock;
}

/** Opens an emulator in memory. `clock` becomes that of the process: its tasks take no time where a test skips it. */
export function openInProcess(options: InProcessOptions = {}): InProcessEmulator {
  const { clock, ...given } = options;
  if (clock !== undefined) useClock(clock);
  const settings = { ...defaults, recordBodies: true, ...given };
  return new Served(openInMemory(settings), settings);
}

/**
 * Answers the requests of one platform.
 * @internal
 */
export function answerOf(platform: Platform, settings: EmulatorOptions): InProcessEmulator["answer"] {
  const app = appOf(platform, settings);
  return async ({ method, url, headers, body }) => {
    let isClosed = false;
    const incoming = incomingOf(new URL(url).host, body, () => {
      isClosed = true;
    });
    const isControl = new URL(url).pathname.startsWith("/_emulator/");
    const request = isControl
      ? new Request(url, { method, headers: { ...headers }, body })
      : bare(method, url, headers);
    const response = await app(request, { incoming } as never);
    if (isClosed) return undefined;
    const bytes = await response.arrayBuffer();
    return { status: response.status, headers: Object.fromEntries(response.headers), bytes };
  };
}

/** What the platform's routes read of a request beside Node's own: one of Node's takes as long as routing it. */
function bare(method: string, url: string, headers: Readonly<Record<string, string>>): Request {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { method, url, headers: { get: (name: string) => byName.get(name.toLowerCase()) ?? null } } as Request;
}

class Served implements InProcessEmulator {
  readonly answer: InProcessEmulator["answer"];
  readonly #platform: Platform;

  constructor(platform: Platform, settings: EmulatorOptions) {
    this.#platform = platform;
    this.answer = answerOf(platform, settings);
  }

  async control(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await this.answer({
      method,
      url: `http://localhost/_emulator/${path}`,
      headers: { "content-type": "application/json", host: "localhost" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = new TextDecoder().decode(response?.bytes);
    if (response === undefined || response.status >= 400)
      throw new Error(`${method} /_emulator/${path} was refused with ${response?.status}: ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }

  requests(since = 0): LoggedRequest[] {
    return this.#platform.requests.list({ since }) as LoggedRequest[];
  }

  get lastRequest(): number {
    return this.#platform.requests.lastSeq;
  }

  close(): void {
    this.#platform.close();
  }
}

/** What the emulator reads of Node's own request. */
function incomingOf(host: string, body: string | undefined, destroy: () => void) {
  const bytes = Buffer.from(body ?? "");
  const incoming = {
    headers: { host, ...(body !== undefined && { "content-length": String(bytes.length) }) },
    socket: { destroy, remoteAddress: "127.0.0.1" },
    on(name: string, listener: (chunk?: Buffer) => void) {
      if (name === "data") queueMicrotask(() => listener(bytes));
      if (name === "end") queueMicrotask(() => listener());
      return incoming;
    },
  };
  return incoming;
}
