import { type Endpoint, endpoints, mayChange } from "../api/index.ts";
import type { Call, ResponseOf } from "./call-types.ts";
import { InvalidResponseError, ReadOnlyError, RequestError } from "./errors.ts";
import { Evidence } from "./evidence/absence.ts";
import { Doubt } from "./evidence/doubt.ts";
import { responseError } from "./failure.ts";
import { OperationClient, type Sending } from "./operation-client.ts";
import { pauseIn, type Scope } from "./operation-scope.ts";
import { OwnWrites } from "./own-writes.ts";
import { Gate } from "./rate-gate.ts";
import { type Redact, Redactor } from "./redact.ts";
import { type Prepared, prepare, readSuccess } from "./request.ts";
import { isLimited, retryPause } from "./retry.ts";
import { sendRequest, type Target } from "./send-request.ts";
import { isReadOnly, readSettings, type Settings, type SettingsInput } from "./settings.ts";
import { settingsProblem } from "./settings-problem.ts";
import { defaultTimeouts, type Timeouts } from "./transport.ts";

/** Options of a client, beyond the settings. */
export interface ClientOptions extends SettingsInput {
  timeouts?: Partial<Timeouts>;
  /** Refuses every request that may change the platform, before it is sent. Default: `CLOUDPLATFORM_READ_ONLY`, else false. */
  readOnly?: boolean;
  /** Called before each retry pause, to show progress. */
  onRetry?: (retry: { error: RequestError; pauseMs: number; tried: number }) => void;
}

/** The connection to a platform, shared by all operations of a process. Requests are only sent for an operation. */
export interface Client {
  readonly settings: Readonly<Settings>;
  /**
   * Returns the client of one operation, which sends nothing after the operation has ended. `writtenAt`: when the operation's
   * object was last written, in milliseconds since 1970.
   */
  bind(operation: Scope, writtenAt?: number): OperationClient;
  /** Whether the platform has recently refused requests for their rate. */
  readonly isLimited: boolean;
  /** Removes the API key and every registered secret from a text. */
  redact: Redact;
  /** Registers secrets: from now on, no error of this client shows them. */
  keepSecret(secrets: Iterable<string>): void;
}

/**
 * Creates a client of the platform, without Pulumi.
 *
 * @example
 * ```ts
 * import { createClient } from "@cloudplatform/pulumi/client";
 * const client = createClient({ baseUrl: "http://127.0.0.1:8787", apiKey: "local" });
 * ```
 */
export function createClient(options: ClientOptions = {}): Client {
  const { timeouts, onRetry, readOnly = isReadOnly(process.env), ...given } = options;
  const settings = readSettings(given);
  return new HttpClient(settings, { ...defaultTimeouts, ...timeouts }, readOnly, onRetry);
}

class HttpClient implements Client {
  readonly settings: Readonly<Settings>;
  readonly #target: Target;
  readonly #readOnly: boolean;
  readonly #onRetry: ClientOptions["onRetry"];
  readonly #gate: Gate;
  readonly #evidence = new Evidence();
  /** Secrets of all operations: reads of several resources may share one request and its error. */
  readonly #secrets: Redactor;
  readonly redact: Redact;

  constructor(settings: Settings, timeouts: Timeouts, readOnly: boolean, onRetry: ClientOptions["onRetry"]) {
    // Not enumerable, so that code which prints an object does not show the key.
    const shown = { ...settings };
    Object.defineProperty(shown, "apiKey", { value: settings.apiKey, enumerable: false });
    this.settings = Object.freeze(shown);
    this.#secrets = new Redactor([settings.apiKey]);
    this.redact = this.#secrets.redact;
    this.#onRetry = onRetry;
    this.#readOnly = readOnly;
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

  bind(operation: Scope, writtenAt?: number): OperationClient {
    return this.#bind(operation, new OwnWrites(this.settings.ambiguityTimeoutSeconds * 1000, writtenAt));
  }

  #bind(operation: Scope, writes: OwnWrites): OperationClient {
    return new OperationClient(this, (endpoint, call, sending) => this.#call(endpoint, call, sending), operation, {
      writes,
    });
  }

  async #call<E extends Endpoint>(endpoint: E, call: Call<E>, sending: Sending): Promise<ResponseOf<E>> {
    if (this.#readOnly && mayChange(endpoint)) throw new ReadOnlyError(endpoint);
    const given = { settings: this.settings, secrets: this.#secrets, page: sending.page };
    const request = prepare(endpoint, call as Call<Endpoint>, given);
    const turn = this.#gate.newTurn();
    const doubt = new Doubt(this.settings);
    for (let tried = 1; ; tried++) {
      try {
        const response = (await this.#try(request, turn, sending)) as ResponseOf<E>;
        settingsProblem(this).tried(undefined);
        return response;
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        settingsProblem(this).tried(error);
        const checked = await this.#evidence.check(
          error,
          endpoint,
          call.params ?? {},
          this.#bind(sending.scope, sending.writes),
        );
        if (await doubt.repeats(checked, request, sending)) {
          await sending.beforeRepeat?.();
          continue;
        }
        if (checked !== error) throw checked;
        const shown = await this.#readBack(error, request, call as Call<Endpoint>, sending);
        if (shown !== undefined) return shown as ResponseOf<E>;
        let pauseMs = retryPause(error, tried);
        if (pauseMs !== undefined && isLimited(error)) pauseMs = this.#gate.pauseMs();
        if (pauseMs === undefined) throw error;
        this.#onRetry?.({ error, pauseMs, tried });
        if (isLimited(error)) continue;
        await pauseIn(sending.scope, pauseMs);
        await sending.beforeRepeat?.();
      }
    }
  }

  /** After a change whose response lacks the object, reads the object in the form of that response. */
  async #readBack(error: RequestError, { endpoint }: Prepared, { params }: Call<Endpoint>, sending: Sending) {
    if (!(error instanceof InvalidResponseError && error.isSilent)) return undefined;
    const { method, path, response } = endpoint;
    const read = Object.values<Endpoint>(endpoints).find((one) => one.method === "GET" && one.path === path);
    if (read === undefined || (method !== "PUT" && method !== "PATCH")) return undefined;
    try {
      return await this.#call({ ...read, response }, { params }, { scope: sending.scope, writes: sending.writes });
    } catch (failure) {
      // The read does not return what the response to the change would contain.
      if (failure instanceof InvalidResponseError) return undefined;
      throw failure;
    }
  }

  async #try(request: Prepared, turn: number, { scope, writes, sendOnce = false }: Sending): Promise<unknown> {
    const { endpoint, info, redact } = request;
    let hasBegun = false;
    const onBegin = () => {
      hasBegun = true;
    };
    try {
      const response = await this.#gate.pass(turn, () => sendRequest(request, this.#target, scope, onBegin), scope);
      if (response.status < 200 || response.status >= 300)
        throw responseError(info, endpoint, response, redact, sendOnce);
      if (mayChange(endpoint)) noteChange(request, writes);
      return readSuccess(request, response);
    } catch (error) {
      const isRefused = error instanceof RequestError && error.sideEffect === "no";
      // A success that could not be parsed has already been counted.
      const isCounted = error instanceof RequestError && error.sideEffect === "yes";
      if (hasBegun && mayChange(endpoint) && isRefused && !isLimited(error)) writes.attempts++;
      if (hasBegun && mayChange(endpoint) && !isRefused && !isCounted) noteChange(request, writes);
      throw error;
    }
  }
}

/** Records a request that changed something, or may have. */
function noteChange({ endpoint, info }: Prepared, writes: OwnWrites): void {
  writes.changes++;
  writes.attempts++;
  if (endpoint.method === "DELETE") writes.noteDeletion(info.path);
  else writes.noteWrite();
}
