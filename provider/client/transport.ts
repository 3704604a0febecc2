import type { Dispatcher } from "undici";
import { maxInFlight } from "./rate-gate.ts";
import { isLoopback } from "./settings.ts";

/** Timeouts of a request, in milliseconds. */
export interface Timeouts {
  /** Connecting, TLS included. Default 10,000. */
  connectMs: number;
  /** From the end of the request to the response's headers. Default 60,000. */
  headersMs: number;
  /** Between two chunks of the response's body. Default 60,000. */
  bodyMs: number;
  /** From the start of a request to the end of the response's body. Default 120,000: a thousand objects at 10 KB a second. */
  totalMs: number;
  /**
   * From the end of the operation, by Ctrl-C or its deadline, to the response to a write in flight. Default 10,000: a response
   * saves the next run a search.
   */
  graceMs: number;
}

export const defaultTimeouts: Timeouts = {
  connectMs: 10_000,
  headersMs: 60_000,
  bodyMs: 60_000,
  totalMs: 120_000,
  graceMs: 10_000,
};

const pools = new Map<string, Dispatcher>();

/** A request as sent. */
export interface Outgoing {
  origin: string;
  path: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal;
}

/** A response as received. */
export interface Incoming {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
  body: { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Responds to requests without a network; returns undefined for those that need the network. */
type InProcessPlatform = (request: Outgoing) => Promise<Incoming> | undefined;

/** A process, such as a test runner, may load this package several times: all copies use the same platform. */
const inProcess = Symbol.for("@cloudplatform/pulumi/in-process-platform");

/** Sets the platform that responds to this process's requests without a network, for unit tests of programs. */
export function useInProcessPlatform(platform: InProcessPlatform | undefined): void {
  (globalThis as { [inProcess]?: InProcessPlatform | undefined })[inProcess] = platform;
}

/** Sends a request; `onBegin` is called just before it leaves. */
export async function transmit(request: Outgoing, timeouts: Timeouts, onBegin: () => void): Promise<Incoming> {
  const platform = (globalThis as { [inProcess]?: InProcessPlatform | undefined })[inProcess];
  const answer = platform?.(request);
  if (answer === undefined) return watched(await poolOf(request.origin, timeouts), onBegin).request(request);
  onBegin();
  return answer;
}

/**
 * Loads undici: on the first request, or earlier in a provider process with much to do. A program that only declares resources,
 * or is tested with mocks, sends no requests itself.
 */
function loadTransport(): Promise<typeof import("undici")> {
  return import("undici");
}

/** The keep-alive pool of a base URL; clients of one process share it. @internal */
export async function poolOf(origin: string, timeouts: Timeouts): Promise<Dispatcher> {
  const { EnvHttpProxyAgent, Pool } = await loadTransport();
  const key = `${origin} ${timeouts.connectMs} ${timeouts.headersMs} ${timeouts.bodyMs}`;
  const known = pools.get(key);
  if (known !== undefined) return known;
  const options = {
    connections: maxInFlight,
    connect: { timeout: timeouts.connectMs },
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.bodyMs,
  };
  const made = proxyVariable(origin) === undefined ? new Pool(origin, options) : new EnvHttpProxyAgent(options);
  pools.set(key, made);
  return made;
}

/**
 * Wraps a pool to report when a request is about to be written to an open connection. A request that fails before that was never
 * sent, whatever its error code; one that fails later may have arrived.
 */
function watched(pool: Dispatcher, onBegin: () => void): Dispatcher {
  return pool.compose((dispatch) => (options, handler) => dispatch(options, watchedHandler(handler, onBegin)));
}

function watchedHandler(handler: Dispatcher.DispatchHandler, onBegin: () => void): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (...args) => {
      onBegin();
      handler.onRequestStart?.(...args);
    },
    onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
    onRequestSent: () => handler.onRequestSent?.(),
    onBodySent: (...args) => handler.onBodySent?.(...args),
    onResponseStarted: () => handler.onResponseStarted?.(),
    onResponseStart: (...args) => handler.onResponseStart?.(...args),
    onResponseData: (...args) => handler.onResponseData?.(...args),
    onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
    onResponseError: (...args) => handler.onResponseError?.(...args),
  };
}

/** Closes all pools: a finished script need not wait for idle connections. */
export async function closePools(): Promise<void> {
  const open = [...pools.values()];
  pools.clear();
  await Promise.all(open.map((pool) => pool.close()));
}

/**
 * The environment variable that names the proxy for a base URL, chosen as undici's EnvHttpProxyAgent does. Undefined: none, or the URL is
 * on this machine. Hosts in NO_PROXY have one too: the agent leaves it out for them.
 */
export function proxyVariable(url: string): string | undefined {
  const { protocol, hostname } = new URL(url);
  if (isLoopback(hostname)) return undefined;
  const setFirst = (...names: string[]) => {
    const name = names.find((one) => process.env[one] !== undefined);
    return name === undefined || process.env[name] === "" ? undefined : name;
  };
  const ofHttps = protocol === "https:" ? setFirst("https_proxy", "HTTPS_PROXY") : undefined;
  return ofHttps ?? setFirst("http_proxy", "HTTP_PROXY");
}
