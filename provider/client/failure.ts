import type { Endpoint } from "../api/index.ts";
import { plainText, readErrorBody } from "./error-body.ts";
import { ConnectionError, InvalidResponseError, type RequestInfo, ResponseError, type SideEffect } from "./errors.ts";
import { hasOwnForm } from "./evidence/own-form.ts";
import type { Redact } from "./redact.ts";
import { retryAfterMs } from "./retry.ts";
import { proxyVariable } from "./transport.ts";

/** What each code means, and what to do. */
const explanations: Record<string, string> = {
  ECONNREFUSED: "nothing listens at this address; check that the platform or emulator is running, and baseUrl.",
  ENOTFOUND: "the host is unknown; check baseUrl and the network's DNS.",
  EAI_AGAIN: "the host name could not be resolved; check baseUrl and the network's DNS.",
  EHOSTUNREACH: "the host cannot be reached; check baseUrl and the network.",
  ENETUNREACH: "the network cannot be reached.",
  ECONNRESET: "the connection was broken before the response came.",
  EPIPE: "the connection was broken while the request was sent.",
  UND_ERR_CONNECT_TIMEOUT: "no connection within the time limit; check baseUrl and the network.",
  UND_ERR_HEADERS_TIMEOUT: "connected, but no response within the time limit.",
  UND_ERR_BODY_TIMEOUT: "the response was cut off.",
  RESPONSE_TIMEOUT: "the response was not complete within the time limit of a request.",
  ENCODING: "the response has an unknown compression.",
  PLACEHOLDER: "names under .invalid never exist; set baseUrl to the platform's address.",
  INTERRUPTED: "the operation was interrupted before the response came.",
  UND_ERR_SOCKET: "the connection was broken before the response came.",
};

/** The error of a request that got no response. */
export function connectionError(
  request: RequestInfo,
  endpoint: Endpoint,
  cause: unknown,
  redact: Redact,
  /** Whether the request was being written, or already written, when it failed. */
  hasBegun: boolean,
): ConnectionError {
  const { code, message } = innermost(cause);
  const isTls = /^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO)/.test(code);
  const sideEffect = hasBegun ? "maybe" : "no";
  const explanation = isTls
    ? `the TLS connection failed (${message}); check baseUrl, and that the certificate is trusted (NODE_EXTRA_CA_CERTS).`
    : (explanations[code] ?? message);
  const proxy = proxyVariable(request.baseUrl);
  const parts = proxy === undefined ? [explanation] : [explanation.replace(/\.?$/, "."), proxyText(proxy)];
  const detail = `no response from ${request.baseUrl} to ${request.method} ${request.path} (${code}): ${parts.join(" ")}`;
  return new ConnectionError(request, sideEffect, isTls ? "TLS" : code, failed(endpoint), redact(detail));
}

/** The address is left out: it may contain a password. */
function proxyText(variable: string): string {
  return `${variable} is set: unless NO_PROXY lists the host, the request went to that proxy, and the proxy may be the cause.`;
}

/** The error of an unsuccessful response. */
export function responseError(
  request: RequestInfo,
  endpoint: Endpoint,
  response: { status: number; body: string; header(name: string): string | undefined },
  redact: Redact,
  sendOnce = false,
): ResponseError {
  const { message, requestId, exceptionClass } = readErrorBody(response.body, redact);
  const isOwn = hasOwnForm(endpoint.area, response.status, response.body);
  const id = requestId ?? redact(response.header("x-request-id") ?? "");
  const after = retryAfterMs(response.header("retry-after"));
  const quoted = message === "" ? "(no message)" : `"${message}"`;
  const hint = hintFor(response.status, endpoint, response.header("location"));
  const detail = [
    `the platform answered ${response.status} ${quoted} to ${request.method} ${request.path}`,
    id === "" ? "." : ` (request ${id}).`,
    hint === "" ? "" : ` ${hint}`,
  ].join("");
  const isRefusal = response.status >= 400 && response.status < 500 && response.status !== 408 && isOwn;
  const sideEffect = sendOnce ? (isRefusal ? "no" : "maybe") : sideEffectOf(endpoint, response.status, after);
  return new ResponseError(request, sideEffect, failed(endpoint), redact(detail), {
    status: response.status,
    platformMessage: message,
    requestId: id === "" ? undefined : id,
    exceptionClass,
    retryAfterMs: after,
    hasOwnForm: isOwn,
    isBare: response.body.trim() === "",
  });
}

/** The error of a success whose body violates the contract. */
export function invalidResponseError(
  request: RequestInfo,
  endpoint: Endpoint,
  response: { status: number; body: string },
  what: string,
  redact: Redact,
  isSilent = false,
): InvalidResponseError {
  const beginning = plainText(response.body, redact).slice(0, 80);
  const shown = beginning === "" ? "" : ` (the response begins with ${JSON.stringify(beginning)})`;
  const detail = `the platform answered ${response.status} to ${request.method} ${request.path}, but ${what}${shown}. Check that baseUrl ${request.baseUrl} is the platform's API.`;
  return new InvalidResponseError(request, response.status, failed(endpoint), redact(detail), isSilent);
}

function failed(endpoint: Endpoint): string {
  const { summary } = endpoint;
  return `Could not ${summary.slice(0, 1).toLowerCase()}${summary.slice(1)}`;
}

/**
 * A refusal changed nothing; a server error may follow a change. 503 with `Retry-After` asks for a retry, but a gateway can send
 * it for a request that the platform still executes: it does not count where a retry would create a second object.
 */
function sideEffectOf(
  { method, createsAnother }: Endpoint,
  status: number,
  retryAfter: number | undefined,
): SideEffect {
  if (method === "GET" || status === 429) return "no";
  if (status === 503 && retryAfter !== undefined && createsAnother !== true) return "no";
  return status >= 500 || status === 408 ? "maybe" : "no";
}

function hintFor(status: number, endpoint: Endpoint, location: string | undefined): string {
  if (status === 401)
    return "Check the API key: cloudplatform:apiKey, or CLOUDPLATFORM_API_KEY (in the shell, quote a key that contains $).";
  if (status === 403)
    return "The key may lack a permission, or the region's capacity or the account's quota may be used up.";
  if (status === 429) return "The platform limits the request rate; try again later.";
  if (status >= 300 && status < 400)
    return `It redirects to ${location ?? "another address"}; set baseUrl to the address of the API.`;
  if (status === 404 && isCollection(endpoint))
    return "Check that baseUrl is the platform's API, and that project and region are right.";
  return "";
}

/** Whether an endpoint addresses no object that may be missing: its path has at most a project and region. */
function isCollection(endpoint: Endpoint): boolean {
  return Object.keys(endpoint.params.shape).every((name) => name === "project_id" || name === "region_id");
}

/** Returns the innermost cause: undici wraps the system's error, and a host with several addresses gives an AggregateError. */
function innermost(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: "unknown", message: String(error) };
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  if (error.cause instanceof Error && code === undefined) return innermost(error.cause);
  return { code: code ?? error.name, message: error.message };
}
