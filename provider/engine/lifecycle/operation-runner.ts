import { configuredClient, type SettingsSource } from "../../client/configured-client.ts";
import { type Origin, originOf, shownOrigin } from "../../client/evidence/origin.ts";
import { type Client, Deadline, SettingsError } from "../../client/index.ts";
import { nameOfUrn } from "../../pulumi/formats/urn.ts";
import { plain } from "../../values/plain.ts";
import type { Properties } from "../../values/properties.ts";
import { inputNames } from "../compare/live-inputs.ts";
import type { AnyHandler, Context } from "../handler/handler.ts";
import type { Ownership } from "../handler/ownership.ts";
import { type OperationSecrets, operationSecrets, withSecrets } from "../secrets/operation-secrets.ts";
import { secretPlaces } from "../secrets/secret-places.ts";
import { operationText, shownError } from "./errors.ts";
import { contextOf, deadlineOf, type OperationTime } from "./operation-context.ts";
import { showProgress, showWarning } from "./progress.ts";
import type { Deployed, OperationRequest, Result } from "./request.ts";
import { secretsOf } from "./secrets.ts";
import { keptOrigin, refuseOtherOrigin } from "./state-origin.ts";
import { isWriteOnly, storedForm, valuesOf } from "./write-only.ts";

/** What an operation is about, in addition to its request. */
export interface About {
  verb: string;
  /** For an operation that waits. The inputs are kept in state if the operation fails half-way. */
  time?: Omit<OperationTime, "customMs">;
  deployed?: Deployed;
  /** Inputs with secrets that no text may show. */
  values?: readonly (Properties | undefined)[];
}

/** What every operation of one kind of resource has: a client, secrets, a deadline, and errors as the user reads them. */
export class OperationRunner {
  readonly handler: AnyHandler;
  /** Names of the inputs. */
  readonly names: readonly string[];
  readonly #ownership: Ownership;
  #configuration: SettingsSource | undefined;
  #configured: Client | undefined;

  constructor(handler: AnyHandler, ownership: Ownership) {
    this.handler = handler;
    this.names = inputNames(handler);
    this.#ownership = ownership;
  }

  configure(configuration: SettingsSource): void {
    this.#configuration = configuration;
    this.#configured = undefined;
  }

  get configuration(): SettingsSource | undefined {
    return this.#configuration;
  }

  /** Runs an operation with its secrets and context. Converts its errors into the text that the user reads. */
  async run<T>(
    request: OperationRequest,
    about: About,
    action: (context: () => Context, secrets: OperationSecrets) => Promise<T>,
  ): Promise<T> {
    const secrets = secretsOf(this, request, about);
    secrets.writeOnly = valuesOf(request, about);
    // Created once per operation, and only when needed, since a setting may be missing.
    let context: Context | undefined;
    const contextOnce = () => {
      context ??= this.#context(request, about, secrets);
      return context;
    };
    return withSecrets(secrets, async () => {
      try {
        const { deployed, verb } = about;
        if (deployed?.origin !== undefined)
          refuseOtherOrigin(this.what(verb, request.urn), deployed.origin, await originOf(contextOnce().client));
        return await action(contextOnce, secrets);
      } catch (error) {
        this.#ownership.noteFailed();
        const { handler } = this;
        const inputs = about.time?.inputs ?? {};
        const origin = originAfter(about, context);
        const keep = (id: string, state: object) => this.result(id, inputs, state, { secrets, origin });
        throw shownError(error, { verb: about.verb, noun: handler.noun, name: nameOfUrn(request.urn), secrets, keep });
      }
    });
  }

  client(): Client {
    const secrets = operationSecrets();
    // Before the settings are read: the error about an invalid setting repeats its value.
    secrets.keepSettings((name) => this.#configuration?.get(`cloudplatform:${name}`));
    // Once: reading the settings for every operation took a tenth of the process's time.
    this.#configured ??= configuredClient(this.#configuration);
    const client = this.#configured;
    client.keepSecret(secrets.texts);
    secrets.sealKey = client.settings.apiKey;
    return client;
  }

  /** Undefined if a setting is missing or wrong, which the check reports. */
  apiKey(): string | undefined {
    try {
      return this.client().settings.apiKey;
    } catch (error) {
      if (error instanceof SettingsError) return undefined;
      throw error;
    }
  }

  /** Returns what the engine saves of an object. */
  result(
    id: string,
    inputs: object,
    state: object,
    { secrets, origin }: { secrets: OperationSecrets; origin: Origin | undefined },
  ): Result {
    const declared = inputs as Properties;
    const outputs = this.stored(plain(state), { declared, secrets });
    const secretPaths = secretPlaces(this.handler.schema, secrets, outputs);
    const writeOnlyKey = isWriteOnly(declared) ? secrets.writeOnly?.key : undefined;
    return { id, inputs: declared, state: outputs, secretPaths, origin, writeOnlyKey };
  }

  /** Returns inputs or outputs as they are stored: without the values that never are. */
  stored(found: Properties, { declared, secrets }: { declared: Properties; secrets: OperationSecrets }): Properties {
    return storedForm(this.handler, found, { declared, secrets });
  }

  /** Names the operation in errors: `Creating rule template "images"`. */
  what(verb: string, urn: string): string {
    return operationText(verb, this.handler.noun, nameOfUrn(urn));
  }

  #context(
    { urn, timeoutMs, signal }: OperationRequest,
    { time, deployed }: About,
    secrets: OperationSecrets,
  ): Context {
    const client = this.client();
    return contextOf(client, {
      ...{ urn, name: nameOfUrn(urn), signal, ownership: this.#ownership, writtenAt: deployed?.origin?.writtenAt },
      deadline:
        time === undefined ? Deadline.never : deadlineOf(this.handler, client, { ...time, customMs: timeoutMs }),
      progress: (text) => showProgress(urn, secrets.redact(text)),
      warn: (text) => showWarning(urn, secrets.redact(text)),
    });
  }
}

/** Returns where the object is that an operation has left half-finished. */
function originAfter({ deployed }: About, context: Context | undefined): Origin | undefined {
  const now = deployed?.origin ?? (context && shownOrigin(context.client));
  return now && context ? keptOrigin(deployed?.origin, now, context.client) : now;
}
