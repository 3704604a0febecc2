import { mayChange } from "../api/index.ts";
import { clock, type Timer } from "../values/index.ts";
import type { RequestError } from "./errors.ts";
import { connectionError } from "./failure.ts";
import { endOf, onEnd, refuseEnded, type Scope } from "./operation-scope.ts";
import type { Prepared } from "./request.ts";
import { isPlaceholder } from "./settings.ts";
import { type Timeouts, transmit } from "./transport.ts";

/** A response as received. */
export interface Received {
  status: number;
  body: string;
  header(name: string): string | undefined;
}

/** Where requests are sent, with which headers and timeouts. */
export interface Target {
  origin: string;
  headers: Readonly<Record<string, string>>;
  timeouts: Timeouts;
}

const placeholder = Object.assign(new Error(), { code: "PLACEHOLDER" });
const tooLong = Object.assign(new Error(), { code: "RESPONSE_TIMEOUT" });
const interrupted = Object.assign(new Error(), { code: "INTERRUPTED" });

/**
 * Sends a request once. Every request passes here last, however long it has waited, and is not sent if its operation has ended.
 * If the operation ends later, a request that changes nothing or has not begun to leave is given up at once. A change in flight
 * gets a grace period and then counts as a request without a response.
 */
export async function sendRequest(
  request: Prepared,
  target: Target,
  scope: Scope,
  onBegin: () => void,
): Promise<Received> {
  const { endpoint, info, redact } = request;
  if (isPlaceholder(target.origin)) throw connectionError(info, endpoint, placeholder, redact, false);
  refuseEnded(scope, endpoint.summary);
  const attempt = new Attempt(request, target.timeouts, onBegin);
  const release = onEnd(scope, () => attempt.end(scope));
  try {
    return await attempt.send(target);
  } finally {
    release();
    attempt.clearTimers();
  }
}

/** One try of a request, which may be given up before its response. */
class Attempt {
  readonly #request: Prepared;
  readonly #timeouts: Timeouts;
  readonly #onBegin: () => void;
  readonly #stop = new AbortController();
  readonly #givenUp = Promise.withResolvers<never>();
  #hasBegun = false;
  #grace: Timer | undefined;
  #limit: Timer | undefined;

  constructor(request: Prepared, timeouts: Timeouts, onBegin: () => void) {
    this.#request = request;
    this.#timeouts = timeouts;
    this.#onBegin = onBegin;
  }

  send(target: Target): Promise<Received> {
    const response = this.#exchange(target).catch((cause) => {
      throw this.#error(cause, this.#hasBegun);
    });
    return Promise.race([response, this.#givenUp.promise]);
  }

  /** Ends with the operation that waits for the response. */
  end(scope: Scope): void {
    const { endpoint } = this.#request;
    if (this.#hasBegun && mayChange(endpoint)) {
      const lost = this.#error(interrupted, true);
      this.#grace = clock.setTimeout(() => this.#giveUp(lost), this.#timeouts.graceMs);
    } else this.#giveUp(endOf(scope, endpoint.summary));
  }

  clearTimers(): void {
    clock.clearTimeout(this.#grace);
    clock.clearTimeout(this.#limit);
  }

  async #exchange({ origin, headers }: Target): Promise<Received> {
    const { target: path, body, info } = this.#request;
    const { signal } = this.#stop;
    const sent = { origin, path, method: info.method, headers: { ...headers }, body, signal };
    if (body !== undefined) sent.headers["content-type"] = "application/json";
    const response = await transmit(sent, this.#timeouts, () => this.#begin());
    const header = (name: string) => {
      const value = response.headers[name];
      return Array.isArray(value) ? value[0] : value;
    };
    const bytes = new Uint8Array(await response.body.arrayBuffer());
    return { status: response.statusCode, body: await textOf(bytes, header("content-encoding")), header };
  }

  #begin(): void {
    if (this.#stop.signal.aborted) return;
    this.#hasBegun = true;
    this.#onBegin();
    // The other timeouts only limit pauses: a body could trickle in for hours.
    const overdue = () => this.#giveUp(this.#error(tooLong, true));
    this.#limit ??= clock.setTimeout(overdue, this.#timeouts.totalMs);
  }

  #giveUp(why: unknown): void {
    this.#stop.abort();
    this.#givenUp.reject(why);
  }

  #error(cause: unknown, mayHaveActed: boolean): RequestError {
    const { endpoint, info, redact } = this.#request;
    return connectionError(info, endpoint, cause, redact, mayHaveActed);
  }
}

/** Maximum size of a decompressed body: larger than any list of the platform. */
const maxOutputLength = 256 * 1024 * 1024;

const unknownEncoding = Object.assign(new Error(), { code: "ENCODING" });

/** Returns the text of a body that a server or gateway may have compressed, even unasked. */
export async function textOf(body: Uint8Array, contentEncoding: string | undefined): Promise<string> {
  const encodings = (contentEncoding ?? "")
    .toLowerCase()
    .split(",")
    .map((one) => one.trim());
  let bytes = body;
  // The encoding applied last is listed last and undone first.
  for (const encoding of encodings.reverse())
    if (encoding !== "" && bytes.length > 0) bytes = await decoded(bytes, encoding);
  return new TextDecoder().decode(bytes);
}

async function decoded(bytes: Uint8Array, encoding: string): Promise<Uint8Array> {
  if (encoding === "identity") return bytes;
  // Loaded on demand: few platforms compress responses unasked.
  const zlib = await import("node:zlib");
  const options = { maxOutputLength };
  if (encoding === "gzip" || encoding === "x-gzip") return zlib.gunzipSync(bytes, options);
  if (encoding === "br") return zlib.brotliDecompressSync(bytes, options);
  if (encoding === "deflate") return zlib.inflateSync(bytes, options);
  if (encoding === "zstd") return zlib.zstdDecompressSync(bytes, options);
  throw unknownEncoding;
}
