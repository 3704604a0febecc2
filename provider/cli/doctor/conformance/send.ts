import { type Client, PlatformError, type Scope } from "../../../client/index.ts";
import { pauseIn } from "../../../client/operation-scope.ts";
import { Redactor } from "../../../client/redact.ts";
import { prepare } from "../../../client/request.ts";
import { type Received, sendRequest } from "../../../client/send-request.ts";
import { defaultTimeouts } from "../../../client/transport.ts";
import { type Answer, answerOf } from "./answer.ts";
import type { Reading } from "./readings.ts";

/** Sends a reading and returns the raw response; undefined if there was none. */
export type Send = (reading: Reading) => Promise<Answer | undefined>;

/** Rate-limited requests are retried after the pause that the platform asks for. */
const tries = 5;
const maxPauseMs = 60_000;

/**
 * Sends readings one at a time. The client of an operation would hide the deviations that are to be reported, because it
 * interprets responses; here, each request is sent once and its response is parsed here. `list` is called before a request is
 * sent.
 */
export function sender(
  { settings }: Pick<Client, "settings">,
  scope: Scope,
  list: (line: string) => void,
  onLimited: (retryAfter: string | undefined) => void,
): Send {
  const secrets = new Redactor([settings.apiKey]);
  return async (reading) => {
    const { endpoint, params, query, page } = reading;
    const request = prepare(endpoint, { params, query } as Parameters<typeof prepare>[1], { settings, secrets, page });
    const headers: Record<string, string> = {
      authorization: `apikey ${settings.apiKey}`,
      accept: "application/json",
      "user-agent": "cloudplatform-pulumi",
      ...(reading.variant === "compressed" && { "accept-encoding": "gzip, br" }),
    };
    const target = { origin: new URL(settings.baseUrl).origin, headers, timeouts: defaultTimeouts };
    list(`GET ${request.target}`);
    for (let tried = 1; ; tried++) {
      let received: Received;
      try {
        received = await sendRequest(request, target, scope, () => {});
      } catch (error) {
        if (scope.signal.aborted || !(error instanceof PlatformError)) throw error;
        return undefined;
      }
      if ((received.status !== 429 && received.status !== 503) || tried === tries) return answerOf(reading, received);
      const after = received.header("retry-after");
      onLimited(after);
      await pauseIn(scope, Math.min(maxPauseMs, pauseMs(after) ?? 1000 * 2 ** tried));
    }
  };
}

function pauseMs(after: string | undefined): number | undefined {
  const seconds = Number(after);
  return after === undefined || Number.isNaN(seconds) ? undefined : seconds * 1000;
}
