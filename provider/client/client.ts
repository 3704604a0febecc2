import { type Endpoint, mayChange } from "../api/index.ts";
import type { Call, ResponseOf } from "./call.ts";
import { RequestError } from "./errors.ts";
import { Evidence } from "./evidence/absence.ts";
import { exchange, type Target } from "./exchange.ts";
import { responseError } from "./failure.ts";
import { Gate } from "./gate.ts";
import { OperationClient, type Sending } from "./operation-client.ts";
import { type Redact, Redactor } from "./redact.ts";
import { type Prepared, prepare, readSuccess } from "./request.ts";
import { isLimited, retryPause } from "./retry.ts";
import { pauseIn, type Scope } from "./scope.ts";
import { readSettings, type Settings, type SettingsInput } from "./settings.ts";
import { defaultTimeouts, type Timeouts } from "./transport.ts";

/** Options of a client, beyond the settings. */
export interface ClientOptions extends SettingsInput {
  timeouts?: Partial<Timeouts>;
  /** Called before each pause of a retry, for a progress line. */
  onRetry?: (retry: { error: RequestError; pauseMs: number; tried: number }) => void;
}

/** The connection to a platform that all operations of a process share. It sends requests for an operation only. */
export interface Client {
  readonly settings: Readonly<Settings>;
  /** The client of one operation, which sends nothing after the operation has ended. */
  bind(operation: Scope): OperationClient;
  /** Whether the platform has refused requests for their rate of late. */
  readonly isLimited: boolean;
  /** Removes the API key and every registered secret from a text. */
  redact: Redact;
  /** Registers secrets: no error of this client shows them from now on. */
  keepSecret(secrets: Iterable<string>): void;
}

/**
 * Makes a client of the platform, without Pulumi.
 *
 * @example
 * ```ts
 * import { createClient } from "@cloudplatform/pulumi/client";
 * const client = createClient({ baseUrl: "http://127.0.0.1:8787", apiKey: "local" });
 * ```
 */
export function createClient(options: ClientOptions = {}): Client {
  const { timeouts, onRetry, ...given } = options;
  const settings = readSettings(given);
  return new HttpClient(settings, { ...defaultTimeouts, ...timeouts }, onRetry);
}

class HttpClient implements Client {
  readonly settings: Readonly<Settings>;
  readonly #target: Target;
  readonly #onRetry: ClientOptions["onRetry"];
  readonly #gate: Gate;
  readonly #evidence = new Evidence();
  /** Secrets of all operations: reads of several resources share one request, and with it its error. */
  readonly #secrets: Redactor;
  readonly redact: Redact;

  constructor(settings: Settings, timeouts: Timeouts, onRetry: ClientOptions["onRetry"]) {
    // The key is kept out of everything that prints an object.
    const shown = { ...settings };
    Object.defineProperty(shown, "apiKey", { value: settings.apiKey, enumerable: false });
    this.settings = Object.freeze(shown);
    this.#secrets = new Redactor([settings.apiKey]);
    this.redact = this.#secrets.redact;
    this.#onRetry = onRetry;
    this.#gate = Gate.of(settings.baseUrl, settings.apiKey);
    const headers = {
      authorization: `apikey ${settings.apiKey}`,
      accept: "application/json",
      "user-agent": "cloudplatform-pulumi",
    };
    this.#target = { origin: new URL(settings.baseUrl).origin, headers, timeouts };
  }

  get isLimited(): boolean {
    return this.#gate.isLimited;
  }

  keepSecret(secrets: Iterable<string>): void {
    this.#secrets.add(secrets);
  }

  bind(operation: Scope): OperationClient {
    return new OperationClient(this, (endpoint, call, sending) => this.#call(endpoint, call, sending), operation);
  }

  async #call<E extends Endpoint>(endpoint: E, call: Call<E>, sending: Sending): Promise<ResponseOf<E>> {
    const given = { settings: this.settings, secrets: this.#secrets };
    const request = prepare(endpoint, call as Call<Endpoint>, given);
    const turn = this.#gate.newTurn();
    for (let tried = 1; ; tried++) {
      try {
        return (await this.#try(request, turn, sending)) as ResponseOf<E>;
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        const checked = await this.#evidence.check(error, endpoint, call.params ?? {}, this.bind(sending.scope));
        if (checked !== error) throw checked;
        let pauseMs = retryPause(error, tried);
        if (pauseMs !== undefined && isLimited(error)) pauseMs = this.#gate.pauseMs();
        if (pauseMs === undefined) throw error;
        this.#onRetry?.({ error, pauseMs, tried });
        if (!isLimited(error)) await pauseIn(sending.scope, pauseMs);
      }
    }
  }

  async #try(request: Prepared, turn: number, { scope, tally, sendOnce = false }: Sending): Promise<unknown> {
    const { endpoint, info, redact } = request;
    let hasBegun = false;
    const onBegin = () => {
      hasBegun = true;
    };
    try {
      const response = await this.#gate.pass(turn, () => exchange(request, this.#target, scope, onBegin), scope);
      if (response.status < 200 || response.status >= 300)
        throw responseError(info, endpoint, response, redact, sendOnce);
      if (mayChange(endpoint)) tally.changes++;
      return readSuccess(request, response);
    } catch (error) {
      const isRefused = error instanceof RequestError && error.sideEffect === "no";
      // A success that cannot be read was counted already.
      const isCounted = error instanceof RequestError && error.sideEffect === "yes";
      if (hasBegun && mayChange(endpoint) && !isRefused && !isCounted) tally.changes++;
      throw error;
    }
  }
}
