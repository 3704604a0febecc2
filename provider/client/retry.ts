import { clock } from "../values/index.ts";
import { ConnectionError, type RequestError, ResponseError } from "./errors.ts";

/** Maximum number of tries, including the first. */
const tries = 5;

/** Pause before the second try; doubled for each further try. */
const firstPauseMs = 500;

/** Maximum pause that we choose ourselves: 0.5 + 1 + 2 + 4 s, so at most 7.5 s of pauses per call. */
const maxPauseMs = 8_000;

/** Maximum pause that the platform may choose; beyond it, an error is more useful than a wait. */
export const maxRetryAfterMs = 60_000;

/** Requests that are safe to send twice. PATCH may start a task, so it counts with POST. */
const repeatable: readonly string[] = ["GET", "PUT", "DELETE"];

/** Whether a request is safe to send again, whatever its outcome. */
export function isRepeatable({ method }: { method: string }): boolean {
  return repeatable.includes(method);
}

/** Reasons for a missing response that the next try would meet again. */
const lastingReasons: readonly string[] = ["TLS", "PLACEHOLDER", "RESPONSE_TIMEOUT", "ENCODING"];

/** Whether the response may differ next time. */
function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** Whether the platform refused a request for its rate. The gate decides how long such requests wait. */
export function isLimited(error: RequestError): boolean {
  return error instanceof ResponseError && error.status === 429;
}

/**
 * Milliseconds to wait before the next try, or undefined if the error is final. Other processes share a rate limit, so the number
 * of tries says nothing about it: the gate decides how long a request waits.
 */
export function retryPause(
  error: RequestError,
  tried: number,
  random: () => number = clock.random,
): number | undefined {
  const requestedMs = error instanceof ResponseError ? error.retryAfterMs : undefined;
  if ((tried >= tries && !isLimited(error)) || !mayRepeat(error)) return undefined;
  if (requestedMs !== undefined) return requestedMs <= maxRetryAfterMs ? requestedMs : undefined;
  const pause = Math.min(firstPauseMs * 2 ** (tried - 1), maxPauseMs);
  return pause * (0.75 + 0.25 * random());
}

function mayRepeat(error: RequestError): boolean {
  if (error instanceof ConnectionError)
    return !lastingReasons.includes(error.reason) && (isRepeatable(error) || error.sideEffect === "no");
  if (!(error instanceof ResponseError) || !isPassing(error.status)) return false;
  return isRepeatable(error) || error.sideEffect === "no";
}

/** `Retry-After` in milliseconds, from seconds or a date; undefined when it is neither. */
export function retryAfterMs(header: string | undefined, now = clock.now()): number | undefined {
  if (header === undefined || header.trim() === "") return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
