import { clock } from "../values/index.ts";
import type { Client } from "./client.ts";
import { ConnectionError, DeadlineError, RequestError } from "./errors.ts";
import type { OperationClient } from "./operation-client.ts";
import { perClient } from "./per-client.ts";

/** How long a response stands for all operations of a process: a preview checks hundreds of resources within seconds. */
const keptMs = 15_000;

/** A key that is not accepted, a list that is not there, a redirect, a response that is not the API's, another server's 404. */
const codes: readonly string[] = ["CP1103", "CP1105", "CP1108", "CP1109", "CP1110"];

/** A slow platform, and a check without an account, whose address stands for no platform. */
const passing: readonly string[] = ["RESPONSE_TIMEOUT", "PLACEHOLDER"];

/** Whether the settings point to the platform, as far as its responses to reads have shown. */
class SettingsProblem {
  #last: { error: RequestError; at: number } | undefined;

  #unreachable: ConnectionError | undefined;

  /** Whether the last try of a request had a response: while others follow, an operation may end by its time limit. */
  tried(error: RequestError | undefined): void {
    this.#unreachable = error instanceof ConnectionError ? error : undefined;
  }

  /** What was found a little while ago. */
  get known(): RequestError | undefined {
    return this.#last !== undefined && clock.monotonic() - this.#last.at < keptMs ? this.#last.error : undefined;
  }

  /** The error, where it says that key or address are wrong; one that passes, such as a timeout or a 5xx, does not. */
  in(failure: unknown): RequestError | undefined {
    const error = failure instanceof DeadlineError ? this.#unreachable : failure;
    if (!(error instanceof RequestError)) return undefined;
    const isDead = error instanceof ConnectionError && !passing.includes(error.reason);
    if (!isDead && !codes.includes(error.errorCode)) return undefined;
    this.#last = { error, at: clock.monotonic() };
    return error;
  }
}

const problems = perClient(() => new SettingsProblem());

/** That of a client. */
export function settingsProblem(client: OperationClient | Client): SettingsProblem {
  return problems(client);
}
