/** The platform without HTTP: requests are handled in the process that sends them. */
import { type Clock, useClock } from "@cloudplatform/pulumi/values";
import { openInMemory } from "./images.ts";
import { defaults, type EmulatorOptions } from "./options.ts";
import type { Platform } from "./platform.ts";
import { buildApp } from "./server/app.ts";
import { receivedBody } from "./server/body.ts";
import { RequestPipeline } from "./server/pipeline.ts";
import { partsOf, type SentResponse } from "./server/received-request.ts";
import { Routes } from "./server/routes.ts";

/** A request as written by a client. */
export interface InProcessRequest {
  method: string;
  /** Origin, path and query. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

/** A response as read by a client. */
export interface InProcessResponse {
  status: number;
  headers: Record<string, string>;
  bytes: ArrayBuffer;
}

/** A request as shown in the log. */
export interface LoggedRequest {
  id: string;
  seq: number;
  method: string;
  path: string;
  query: Record<string, string | string[]>;
  endpoint: string | null;
  request: unknown;
  /** Null if the connection was dropped. */
  status: number | null;
  response: unknown;
}

/** An emulator that does not listen on a port. */
export interface InProcessEmulator {
  /** Returns undefined if the connection was closed without a response. */
  answer(request: InProcessRequest): Promise<InProcessResponse | undefined>;
  /** Sends a request to a control route and returns its response, such as `control("POST", "faults", { … })`. */
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Returns a function that reads the requests after a sequence number, oldest first, with secrets redacted. */
  requestsAfter(seq: number): () => LoggedRequest[];
  /** Sequence number of the last request in the log. */
  readonly lastRequest: number;
  close(): void;
}

/** Start options of an emulator in the process. */
export interface InProcessOptions extends Partial<EmulatorOptions> {
  /** @internal */
  clock?: Clock;
}

/** Opens an emulator in memory. `clock` replaces the clock of the process: tasks take no time if a test skips it. */
export function openInProcess(options: InProcessOptions = {}): InProcessEmulator {
  const { clock, ...given } = options;
  if (clock !== undefined) useClock(clock);
  const settings = { ...defaults, recordBodies: true, ...given };
  return new Served(openInMemory(settings), settings);
}

/**
 * Handles the requests of one platform.
 * @internal
 */
export function answerOf(platform: Platform, settings: EmulatorOptions): InProcessEmulator["answer"] {
  const pipeline = new RequestPipeline(platform, settings);
  const routes = Routes.of(settings.edgeWord);
  let app: ReturnType<typeof buildApp> | undefined;
  return async ({ method, url, headers, body }) => {
    const parts = partsOf(url);
    if (parts.path.startsWith("/_emulator")) {
      app ??= buildApp(platform, settings);
      const incoming = { headers: { host: new URL(url).host }, socket: { remoteAddress: "127.0.0.1" } };
      const response = await app.fetch(new Request(url, { method, headers, body } as RequestInit), {
        incoming,
      } as never);
      return {
        ...(await whole(response.body)),
        status: response.status,
        headers: Object.fromEntries(response.headers),
      };
    }
    const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const sent = await routes.answer(pipeline, {
      ...parts,
      method,
      header: (name) => byName.get(name),
      body: () => receivedBody(Buffer.from(body ?? "")),
    });
    return sent && { ...(await whole(sent.body)), status: sent.status, headers: sent.headers };
  };
}

/** The bytes of a body. */
async function whole(body: SentResponse["body"]): Promise<Pick<InProcessResponse, "bytes">> {
  if (body instanceof ReadableStream) return { bytes: await new Response(body).arrayBuffer() };
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : (body ?? new Uint8Array());
  return { bytes: bytes.buffer };
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

  requestsAfter(seq: number): () => LoggedRequest[] {
    return this.#platform.requests.after(seq) as () => LoggedRequest[];
  }

  get lastRequest(): number {
    return this.#platform.requests.lastSeq;
  }

  close(): void {
    this.#platform.close();
  }
}
