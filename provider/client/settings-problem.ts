import { clock } from "../values/index.ts";
import { ConnectionError, DeadlineError, RequestError } from "./errors.ts";
import { perClient } from "./operation-client.ts";

/** How long a response counts for all operations of a process: a preview checks hundreds of resources within seconds. */
const keptMs = 15_000;

/** A rejected key, a missing list, a redirect, a response that is not the API's, another server's 404. */
const codes: readonly string[] = ["CP1103", "CP1105", "CP1108", "CP1109", "CP1110"];

/** A slow platform, and the placeholder address of a check without an account. */
const passing: readonly string[] = ["RESPONSE_TIMEOUT", "PLACEHOLDER"];

/** Whether the settings point to the platform, as far as its responses to reads have shown. */
class SettingsProblem {
  #last: { error: RequestError; at: number } | undefined;

  #unreachable: ConnectionError | undefined;

  /** Records whether the last try of a request got a response: an operation may run out of time between tries. */
  tried(error: RequestError | undefined): void {
    this.#unreachable = error instanceof ConnectionError ? error : undefined;
  }

  /** The problem found within the last {@link keptMs}. */
  get known(): RequestError | undefined {
    return this.#last !== undefined && clock.monotonic() - this.#last.at < keptMs ? this.#last.error : undefined;
  }

  /** Returns the error if it shows a wrong key or address; transient errors, such as a timeout or a 5xx, do not. */
  in(failure: unknown): RequestError | undefined {
    const error = failure instanceof DeadlineError ? this.#unreachable : failure;
    if (!(error instanceof RequestError)) return undefined;
    const isDead = error instanceof ConnectionError && !passing.includes(error.reason);
    if (!isDead && !codes.includes(error.errorCode)) return undefined;
    this.#last = { error, at: clock.monotonic() };
    return error;
  }
}

/** Returns the settings problem of a client. */
export const settingsProblem = perClient(() => new SettingsProblem());
