import type { dynamic } from "@pulumi/pulumi";
import type { Client } from "../client/index.ts";
import { codedText } from "../errors/index.ts";
import { inOrderOf } from "../schema/order.ts";
import { cancellation } from "./cancellation.ts";
import { type Configuration, configuredClient, providerConfiguration, type SettingsSource } from "./configuration.ts";
import { notesOf } from "./creation-notes.ts";
import { engineCall } from "./engine-call.ts";
import { showInfo, showProgress, showWarning } from "./engine-log.ts";
import { EngineError, operationMessage, operationText, ResourceInitError } from "./failure.ts";
import { type AnyHandler, type CheckFailure, type Context, PartialFailureError, type Properties } from "./handler.ts";
import { declaredOf, type Hidden, outputsOf, splitHidden } from "./hidden.ts";
import { inParallel } from "./in-parallel.ts";
import { forgetIntent, IntentRecord, mayHaveRecords } from "./intent.ts";
import { inputNames } from "./live-inputs.ts";
import { namingNewInputs } from "./new-inputs.ts";
import { operationSecrets } from "./operation-secrets.ts";
import { checkResource } from "./operations/check.ts";
import { createResource } from "./operations/create.ts";
import { deleteObject } from "./operations/delete.ts";
import { diffResource, finishingText } from "./operations/diff.ts";
import { getObject } from "./operations/get.ts";
import { Owners } from "./owners.ts";
import { packingOutputs } from "./packed.ts";
import { partUrn } from "./parts.ts";
import { platformKey } from "./platform-key.ts";
import { reviewedReads } from "./reviewed-reads.ts";
import { keepingSecrets } from "./secret-keeper.ts";
import { markSecrets } from "./secrets.ts";
import { noteDeclared, notResumedTexts, unfinishedTexts } from "./unfinished.ts";
import { nameOfUrn } from "./urn.ts";

/** Records that are read at once: a process may open some hundred files. */
const filesAtOnce = 32;

/**
 * A handler as the engine's dynamic provider wants it.
 * @param owners Those of all resources of the process: an object may move from one kind of resource to another.
 */
export function dynamicProvider(handler: AnyHandler, owners = new Owners()): dynamic.ResourceProvider {
  return packingOutputs(handler, namingNewInputs(keepingSecrets(handler, new HandlerProvider(handler, owners))));
}

class HandlerProvider implements dynamic.ResourceProvider {
  readonly #handler: AnyHandler;
  readonly #names: string[];
  /** Resources that this process has seen in state. */
  readonly #existing = new Set<unknown>();
  /** Objects that a creation of this process has found instead of created, by resource and id. */
  readonly #found = new Set<string>();
  readonly #owners: Owners;
  #configuration: SettingsSource | undefined;
  #configured: Client | undefined;

  constructor(handler: AnyHandler, owners: Owners) {
    this.#handler = handler;
    this.#owners = owners;
    this.#names = inputNames(handler);
  }

  configure = async (request: { config: Configuration }): Promise<void> => {
    this.#configuration = providerConfiguration(request.config);
    this.#configured = undefined;
  };

  check = async (olds: Properties, news: Properties) => {
    const { hidden, own } = splitNow(news);
    const { own: last } = splitHidden(olds ?? {});
    if (typeof hidden.__urn === "string") noteDeclared(hidden.__urn);
    const declared = Object.keys(last).length > 0 ? last : undefined;
    const replacing = declared === undefined && this.#existing.has(hidden.__urn);
    if (declared !== undefined && hidden.__urn !== undefined) this.#existing.add(hidden.__urn);
    return this.#run("Checking", hidden, async () => {
      const checked = await checkResource(this.#handler, {
        given: own,
        declared,
        replacing,
        adopt: hidden.__adopt,
        urn: String(hidden.__urn ?? ""),
        name: nameOf(hidden),
        client: () => this.#client(),
        inform: (text) => showInfo(String(hidden.__urn ?? ""), text),
        signal: cancellation,
      });
      return { inputs: { ...this.#marked(checked.inputs), ...hidden }, failures: checked.failures.map(shownFailure) };
    });
  };

  diff = async (id: string, olds: Properties, news: Properties): Promise<dynamic.DiffResult> => {
    const { hidden, own } = splitNow(news);
    return this.#run("Comparing", hidden, async (context) => {
      await this.#seenInState(hidden, id, olds);
      await this.#warnOfNotResumed(hidden, context, { isCompared: true });
      this.#own(hidden, id, olds);
      const found = diffResource(this.#handler, declaredOf(this.#names, olds), own, splitHidden(olds).own);
      if (found.changes === true) showInfo(String(hidden.__urn ?? ""), finishingText(this.#handler.noun, id));
      return found;
    });
  };

  create = async (properties: Properties): Promise<dynamic.CreateResult> => {
    const { hidden, own: inputs } = splitNow(properties);
    const verb = hidden.__adopt === undefined ? "Creating" : "Adopting";
    const made = await this.#keeping(verb, hidden, inputs, (context) =>
      createResource(this.#handler, {
        inputs,
        context,
        urn: String(hidden.__urn),
        adopt: hidden.__adopt,
        owners: this.#owners,
      }),
    );
    if (made.found) this.#found.add(`${hidden.__urn} ${made.id}`);
    return { id: made.id, outs: this.#outputs(inputs, made.state, hidden) };
  };

  read = async (id: string, properties: Properties): Promise<dynamic.ReadResult> => {
    const { hidden, own } = splitNow(properties);
    if (Object.keys(own).length === 0) return this.#get(id, hidden);
    return this.#run("Reading", hidden, async (context) => {
      await this.#warnOfUnfinished(hidden, context());
      await this.#seenInState(hidden, id, properties);
      const found = await this.#handler.read(id, declaredOf(this.#names, properties), context(), own);
      reviewedReads().seen(this.#object(id), this.#handler.schema, found?.inputs);
      if (found === undefined) return { id: "", props: {} };
      const inputs = this.#marked(found.inputs);
      if (hidden.__urn !== undefined) inputs.__urn = hidden.__urn;
      if (hidden.__adopt !== undefined) inputs.__adopt = hidden.__adopt;
      return { id: found.id, props: this.#outputs(found.inputs, found.state, hidden), inputs };
    });
  };

  /** What `.get` of a program reads, or an import of the native provider: an object that must exist, of which nothing is in state. */
  #get(id: string, hidden: Hidden): Promise<dynamic.ReadResult> {
    return this.#run("Reading", hidden, async (context) => {
      const found = await getObject(this.#handler, id, context());
      // A deletion in another process sees that the object may have got another resource.
      const intent = await this.#intent(hidden);
      await notesOf(this.#handler.noun, intent, this.#client().settings.baseUrl, "").write(found.id);
      return { id: found.id, props: this.#outputs(found.inputs, found.state, hidden) };
    });
  }

  update = async (id: string, olds: Properties, news: Properties): Promise<dynamic.UpdateResult> => {
    const { hidden, own: inputs } = splitNow(news);
    const declared = inOrderOf(this.#handler.schema, declaredOf(this.#names, olds), inputs);
    const state = await this.#keeping("Updating", hidden, inputs, async (context) => {
      await this.#seenInState(hidden, id, olds);
      this.#own(hidden, id, olds);
      await this.#stillReviewed(id, olds, context);
      const intent = await this.#intent(hidden);
      intent.asks(inputs);
      return this.#handler.update(
        id,
        { declared, state: splitHidden(olds).own, inputs },
        { ...context, intent, owners: this.#owners },
      );
    });
    return { outs: this.#outputs(inputs, state, hidden) };
  };

  delete = async (id: string, properties: Properties): Promise<void> => {
    const { hidden, own } = splitNow(properties);
    await this.#run("Deleting", hidden, async (context) => {
      await this.#warnOfUnfinished(hidden, context());
      // A replacement that was forced (--replace) has found the object again by its record or import id: it must stay.
      if (this.#found.has(`${hidden.__urn} ${id}`)) return context().warn(keptText(this.#handler.noun, id));
      const urn = String(hidden.__urn);
      const confirm = () => this.#stillReviewed(id, properties, context());
      await deleteObject(this.#handler, { id, state: own, context: context(), urn, owners: this.#owners, confirm });
      await this.#forget(hidden, id, properties);
      this.#existing.delete(hidden.__urn);
    });
  };

  #client() {
    const secrets = operationSecrets();
    // Before the settings are read: what is wrong with one is an error that repeats it.
    secrets.keepSettings((name) => this.#configuration?.get(`cloudplatform:${name}`));
    // Once: to read the settings for every operation took a tenth of the process's time.
    this.#configured ??= configuredClient(this.#configuration);
    const client = this.#configured;
    client.keepSecret(secrets.texts);
    secrets.sealKey = client.settings.apiKey;
    return client;
  }

  #context(hidden: Hidden): Context {
    const { timeoutSeconds } = engineCall();
    const urn = String(hidden.__urn ?? "");
    const { redact } = operationSecrets();
    return {
      client: this.#client(),
      name: nameOf(hidden),
      progress: (text) => showProgress(urn, redact(text)),
      warn: (text) => showWarning(urn, redact(text)),
      signal: cancellation,
      customTimeoutMs: timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000,
    };
  }

  /** Runs an operation; its errors become the text that the user reads. */
  async #run<T>(verb: string, hidden: Hidden, action: (context: () => Context) => Promise<T>): Promise<T> {
    try {
      return await action(() => this.#context(hidden));
    } catch (error) {
      if (error instanceof EngineError) throw error;
      throw new EngineError(operationMessage(operationText(verb, this.#handler.noun, nameOf(hidden)), error));
    }
  }

  /** Like {@link #run}; a partial failure is kept in state. */
  async #keeping<T>(
    verb: string,
    hidden: Hidden,
    inputs: Properties,
    action: (context: Context) => Promise<T>,
  ): Promise<T> {
    return this.#run(verb, hidden, async (context) => {
      try {
        const done = await action(context());
        await this.#warnOfNotResumed(hidden, context);
        return done;
      } catch (error) {
        if (!(error instanceof PartialFailureError)) throw error;
        const properties = { ...this.#outputs(inputs, error.state, hidden), __provider: hidden.__provider };
        throw new ResourceInitError(error.id, properties, error.message);
      }
    });
  }

  #intent(hidden: Hidden): Promise<IntentRecord> {
    return IntentRecord.open(String(hidden.__urn ?? ""), this.#client().settings.baseUrl);
  }

  async #seenInState(hidden: Hidden, id: string, state: Properties): Promise<void> {
    this.#found.delete(`${hidden.__urn} ${id}`);
    await this.#forget(hidden, id, state);
  }

  /** `cloudplatform apply` changes an object only as it was when the change was compared with its review. */
  async #stillReviewed(id: string, olds: Properties, context: Context): Promise<void> {
    if (!reviewedReads().expects(this.#object(id))) return;
    const found = await this.#handler.read(id, declaredOf(this.#names, olds), context, splitHidden(olds).own);
    reviewedReads().seen(this.#object(id), this.#handler.schema, found?.inputs);
  }

  #object(id: string) {
    return { platform: platformKey(this.#client().settings.baseUrl), noun: this.#handler.noun, id };
  }

  /**
   * Refresh and destroy never see a resource whose creation was interrupted: it is in no state. Other resources of the stack report it.
   */
  async #warnOfUnfinished(hidden: Hidden, context: Context): Promise<void> {
    if (typeof hidden.__urn !== "string") return;
    for (const text of await unfinishedTexts(hidden.__urn).catch(() => [])) context.warn(text);
  }

  /** An update resumes only what the program declares. */
  async #warnOfNotResumed(hidden: Hidden, context: () => Context, options = {}): Promise<void> {
    if (typeof hidden.__urn !== "string") return;
    const texts = await notResumedTexts(hidden.__urn, options).catch(() => []);
    for (const text of texts) context().warn(text);
  }

  /** Forgets the record of a creation, also under the URN that the resource had when its state was written. */
  async #forget(hidden: Hidden, id: string, state: Properties): Promise<void> {
    if (!mayHaveRecords()) return;
    const { baseUrl } = this.#client().settings;
    for (const urn of new Set([hidden.__urn, state.__urn])) {
      if (typeof urn !== "string") continue;
      await inParallel(this.#objectsOf(urn, id, state), filesAtOnce, (one) => forgetIntent(one.urn, baseUrl, one.id));
    }
  }

  /** The engine has the resource in state, and with it its objects. */
  #own(hidden: Hidden, id: string, state: Properties): void {
    for (const { urn, ...object } of this.#objectsOf(String(hidden.__urn), id, state))
      if (this.#handler.parts === undefined) this.#owners.set(object, urn);
      else this.#owners.keep(object, urn);
  }

  /** The objects of a resource in state, each with the URN that its record and owner have. */
  #objectsOf(urn: string, id: string, state: Properties) {
    const { parts, partNoun = "" } = this.#handler;
    if (parts === undefined) return [{ ...this.#object(id), urn }];
    const entries = Object.entries(parts(splitHidden(state).own));
    return entries.map(([key, part]) => ({
      ...{ ...this.#object(String(part)), noun: partNoun },
      urn: partUrn(urn, key),
    }));
  }

  #marked(inputs: object): Properties {
    return markSecrets(this.#handler.schema, splitHidden({ ...inputs }).own);
  }

  #outputs(inputs: object, state: object, hidden: Hidden): Properties {
    return markSecrets(this.#handler.schema, outputsOf(this.#names, inputs, state, hidden));
  }
}

/** Splits properties. The URN is the resource's own of today: what state holds of it may be older than a rename. */
function splitNow(properties: Properties): { hidden: Hidden; own: Properties } {
  const { hidden, own } = splitHidden(properties);
  const { urn } = engineCall();
  return { hidden: urn === undefined ? hidden : { ...hidden, __urn: urn }, own };
}

function keptText(noun: string, id: string): string {
  return `${noun} ${id} was neither replaced nor deleted: it is what the program wants, and stays in state.`;
}

/** Name of the resource in the program. */
function nameOf(hidden: Hidden): string {
  return typeof hidden.__urn === "string" ? nameOfUrn(hidden.__urn) : "";
}

/** A failure as the engine shows it. */
function shownFailure({ property, reason, code }: CheckFailure): dynamic.CheckFailure {
  return { property, reason: codedText(reason, code) };
}
