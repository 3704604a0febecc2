import { mayChange } from "../api/index.ts";
import { clock, type Timer } from "../values/index.ts";
import { textOf } from "./decompress.ts";
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
  { origin, headers, timeouts }: Target,
  scope: Scope,
  onBegin: () => void,
): Promise<Received> {
  const { endpoint, info, redact } = request;
  if (isPlaceholder(origin)) throw connectionError(info, endpoint, placeholder, redact, false);
  const given = Promise.withResolvers<never>();
  const stop = new AbortController();
  const giveUp = (why: unknown) => {
    stop.abort();
    given.reject(why);
  };
  let hasBegun = false;
  let grace: Timer | undefined;
  let limit: Timer | undefined;
  const begin = () => {
    if (stop.signal.aborted) return;
    hasBegun = true;
    onBegin();
    // The other timeouts only limit pauses: a body could trickle in for hours.
    limit ??= clock.setTimeout(() => giveUp(connectionError(info, endpoint, tooLong, redact, true)), timeouts.totalMs);
  };
  refuseEnded(scope, endpoint.summary);
  const release = onEnd(scope, () => {
    if (!hasBegun || !mayChange(endpoint)) return giveUp(endOf(scope, endpoint.summary));
    const lost: RequestError = connectionError(info, endpoint, interrupted, redact, true);
    grace = clock.setTimeout(() => giveUp(lost), timeouts.graceMs);
  });
  const send = async (): Promise<Received> => {
    const { target: path, body } = request;
    const sent = { origin, path, method: info.method, headers: { ...headers }, body, signal: stop.signal };
    if (body !== undefined) sent.headers["content-type"] = "application/json";
    const response = await transmit(sent, timeouts, begin);
    const header = (name: string) => {
      const value = response.headers[name];
      return Array.isArray(value) ? value[0] : value;
    };
    const bytes = new Uint8Array(await response.body.arrayBuffer());
    return { status: response.statusCode, body: await textOf(bytes, header("content-encoding")), header };
  };
  try {
    return await Promise.race([
      send().catch((cause) => {
        throw connectionError(info, endpoint, cause, redact, hasBegun);
      }),
      given.promise,
    ]);
  } finally {
    release();
    clock.clearTimeout(grace);
    clock.clearTimeout(limit);
  }
}
