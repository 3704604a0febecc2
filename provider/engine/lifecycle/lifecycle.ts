import { isDeepStrictEqual } from "node:util";
import { configuredClient, type SettingsSource } from "../../client/configured-client.ts";
import { accountText, type Origin, originOf, shownOrigin } from "../../client/evidence/origin.ts";
import { type Client, Deadline, SettingsError } from "../../client/index.ts";
import { platformKey } from "../../client/platform-id.ts";
import { partUrn, typeOf } from "../../pulumi/formats/composite.ts";
import { nameOfUrn } from "../../pulumi/formats/urn.ts";
import { inOrderOf } from "../../schema/order.ts";
import { inParallel } from "../../values/in-parallel.ts";
import { plain } from "../../values/plain.ts";
import type { Properties } from "../../values/properties.ts";
import { inputNames } from "../compare/live-inputs.ts";
import type { AnyHandler, Context } from "../handler/handler.ts";
import type { ObjectKey, Ownership } from "../handler/ownership.ts";
import { mayHaveRecords } from "../ownership/create-record.ts";
import { notesOf } from "../ownership/machine-notes.ts";
import { notResumedTexts, unfinishedTexts } from "../ownership/orphaned-creates.ts";
import { ProcessOwnership } from "../ownership/ownership.ts";
import { forgetRecord, recordOf } from "../ownership/record-of.ts";
import { refuseImported, refuseImporter } from "../ownership/refusals.ts";
import { type OperationSecrets, operationSecrets, withSecrets } from "../secrets/operation-secrets.ts";
import { schemaPlaces, secretPlaces } from "../secrets/secret-places.ts";
import { forgetWriteOnlyValues, newWriteOnlyKey, writeOnlyValues } from "../secrets/write-only.ts";
import { FailedAttempts, maxAttempts } from "./attempts.ts";
import { checkResource } from "./check.ts";
import { createResource } from "./create.ts";
import { deleteObject } from "./delete.ts";
import { type Difference, diffResource, finishingText, lossesText } from "./diff.ts";
import { EngineError, operationText, PartialStateError, shownError } from "./errors.ts";
import { getObject } from "./get.ts";
import { contextOf, deadlineOf, type OperationTime } from "./operation-context.ts";
import { showInfo, showProgress, showWarning } from "./progress.ts";
import type {
  ChangeRequest,
  CheckRequest,
  CheckResult,
  CreateRequest,
  Deployed,
  OperationRequest,
  ReadRequest,
  ReadResult,
  Result,
} from "./request.ts";
import { reviewedReads } from "./reviewed-reads.ts";
import { keptOrigin, refuseOtherOrigin, refuseUnshownAccount } from "./same-origin.ts";
import { filledPlaces, secretsOf, shownFailure } from "./secrets.ts";
import { settledRead, updateSettled } from "./settled.ts";
import { confirmUnknownOrigin, refuseUnknownOrigin } from "./unknown-origin.ts";
import {
  checkedInputs,
  configuredText,
  givenFailures,
  isWriteOnly,
  keepValues,
  neededFailures,
  revealed,
  storedForm,
  valuesOf,
} from "./write-only.ts";

/** Records that are read at once: a process may open some hundred files. */
const filesAtOnce = 32;

/**
 * The operations of one kind of resource, whichever transport brings the engine's requests. Values come and go bare; where
 * they are secret is named beside them. Errors are an {@link EngineError} with the text that the user reads.
 */
export class ResourceLifecycle {
  readonly handler: AnyHandler;
  /** Names of the inputs. */
  readonly names: readonly string[];
  /** Resources that this process has seen in state. */
  readonly #existing = new Set<string>();
  /** Objects that a creation of this process has found instead of created, by resource and id. */
  readonly #found = new Set<string>();
  readonly #attempts = new FailedAttempts();
  readonly #ownership: Ownership;
  #configuration: SettingsSource | undefined;
  #configured: Client | undefined;

  /** @param ownership That of all resources of the process: an object may move from one kind of resource to another. */
  constructor(handler: AnyHandler, ownership: Ownership = new ProcessOwnership()) {
    this.handler = handler;
    this.names = inputNames(handler);
    this.#ownership = ownership;
  }

  configure(configuration: SettingsSource): void {
    this.#configuration = configuration;
    this.#configured = undefined;
  }

  async check(request: CheckRequest): Promise<CheckResult> {
    const { urn, inputs, declared } = request;
    if (urn !== "") this.#ownership.noteDeclared(urn);
    // A step begins: the engine repeats one without a check.
    this.#attempts.ended(urn);
    const replacing = declared === undefined && this.#existing.has(urn);
    if (declared !== undefined) this.#existing.add(urn);
    return this.#run(request, { verb: "Checking", values: [declared, inputs] }, async (context, secrets) => {
      if (isWriteOnly(inputs)) secrets.writeOnly ??= writeOnlyValues(newWriteOnlyKey(urn, this.#apiKey()));
      const given = givenFailures(request);
      const before = keepValues(this.handler, request, secrets);
      const rest = { replacing, adopt: request.adopt, imported: request.imported, context };
      const checked =
        given.length > 0
          ? { inputs, failures: given }
          : await checkResource(this.handler, {
              ...{ given: inputs, declared: before, ...rest },
              inform: (text) => showInfo(urn, text),
            });
      const { failures } =
        checked.failures.length > 0 ? checked : { failures: neededFailures(this.handler, checked.inputs, before) };
      const configured = configuredText(this.handler, request, secrets, this.#configuration);
      if (configured !== undefined && failures.length === 0) context().warn(configured);
      const stored = checkedInputs(this.handler, checked.inputs, secrets);
      return {
        ...{ inputs: stored, ...(isWriteOnly(stored) && { writeOnlyKey: secrets.writeOnly?.key }) },
        secretPaths: [...schemaPlaces(this.handler.schema, stored), ...filledPlaces(inputs, stored, secrets)],
        failures: failures.map((failure) => shownFailure(failure, inputs, secrets)),
      };
    });
  }

  async diff(request: ChangeRequest): Promise<Difference> {
    const { urn, inputs, deployed } = request;
    return this.#run(request, { verb: "Comparing", deployed, values: [inputs] }, async (context) => {
      await this.#seenInState(request, deployed, context());
      await this.#warnOfNotResumed(request, context, { isCompared: true, heldId: this.#heldId(deployed) });
      this.#own(urn, deployed);
      this.#refuseImporters(request, deployed, context());
      if (!isDeepStrictEqual(deployed.declared, inputs))
        await confirmUnknownOrigin(this.handler, "Comparing", deployed, context());
      const compared = { ...deployed, inputs, isChecked: this.#ownership.isDeclared(urn) };
      const found = diffResource(this.handler, compared);
      // A replacement is shown as such.
      const isUpdate = compared.isChecked && found.changes === undefined && found.replaces === undefined;
      const losses = isUpdate ? lossesText(this.handler, deployed.id, compared) : undefined;
      if (losses !== undefined) context().warn(losses);
      if (found.changes === true) showInfo(urn, finishingText(this.handler.noun, deployed.id));
      return found;
    });
  }

  async create(request: CreateRequest): Promise<Result> {
    return this.#attempted(request, (begun) => {
      if (begun === undefined) return this.#create(request);
      // What a hook `onError` repeats continues as the next update would; no state has it yet.
      const { id, inputs: declared, state, origin } = begun;
      const deployed = { id, declared, state, origin };
      return this.#update({ ...request, deployed }, { isInState: false });
    });
  }

  async #create(request: CreateRequest): Promise<Result> {
    const { urn, inputs: stored, adopt, writeOnlyKey } = request;
    const verb = adopt === undefined ? "Creating" : "Adopting";
    const time = { operation: "create", inputs: stored } as const;
    const inputs = revealed(stored, writeOnlyKey);
    return this.#run(request, { verb, time, values: [inputs] }, async (context, secrets) => {
      // Before the object exists: nothing may fail between its creation and its state.
      const now = await originOf(context().client);
      const made = await createResource(this.handler, { inputs, context: context(), adopt });
      if (made.found) this.#found.add(`${urn} ${made.id}`);
      await this.#warnOfNotResumed(request, context);
      const origin = keptOrigin(undefined, now, context().client);
      return this.#result(made.id, stored, made.state, { secrets, origin });
    });
  }

  /** Undefined: the object is gone. One of which nothing is in state is read for `get` or an import, and must exist. */
  async read(request: ReadRequest): Promise<ReadResult | undefined> {
    const { urn, deployed } = request;
    const { id, declared, state } = deployed;
    const isGet = Object.keys(declared).length === 0 && Object.keys(state).length === 0;
    return this.#run(request, { verb: "Reading", deployed }, async (context, secrets) => {
      if (!isGet) {
        await this.#warnOfUnfinished(urn, context(), deployed);
        await this.#seenInState(request, deployed, context());
      }
      const found = isGet
        ? await getObject(this.handler, id, context())
        : await settledRead(this.handler, deployed, context());
      if (!isGet && request.isImport !== true && request.isBeside !== true)
        await refuseUnknownOrigin(this.handler, "Reading", deployed, context(), found);
      if (found === undefined) await this.#refuseUnshown("Reading", deployed, context());
      else if (request.isImport === true)
        await refuseImported(
          { what: this.#what("Importing", urn), noun: this.handler.noun, id: found.id },
          found.inputs,
          context(),
        );
      const inputs = found && this.#stored(found.inputs, { declared, secrets });
      if (isGet && found !== undefined) await this.#noteAdopted(context(), found.id);
      else if (reviewedReads().isOn)
        reviewedReads().seen(await this.#object(id, context()), this.handler.schema, inputs);
      if (found === undefined || inputs === undefined) return undefined;
      const origin = keptOrigin(deployed.origin, await originOf(context().client), context().client);
      const result = this.#result(found.id, inputs, found.state, { secrets, origin });
      return { ...result, inputSecretPaths: secretPlaces(this.handler.schema, secrets, result.inputs) };
    });
  }

  async update(request: ChangeRequest): Promise<Result> {
    return this.#attempted(request, () => this.#update(request, { isInState: true }));
  }

  /**
   * One attempt of an operation that a hook `onError` may repeat. What the engine saves is the response to the last one: once
   * an attempt has ended half-way, all others that fail do, too. The last one succeeds, so that what was begun is saved.
   */
  async #attempted(
    { urn, writeOnlyKey }: OperationRequest,
    action: (begun: Result | undefined) => Promise<Result>,
  ): Promise<Result> {
    const before = this.#attempts.begun(urn);
    try {
      const done = await action(before);
      this.#attempts.ended(urn);
      forgetWriteOnlyValues(writeOnlyKey);
      return done;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      const begun = error instanceof PartialStateError ? error.made : before;
      const isLast = this.#attempts.failed(urn, begun);
      if (begun === undefined) throw error;
      if (!isLast) throw new PartialStateError(begun, error.message, error.errorCode);
      this.#attempts.ended(urn);
      showWarning(urn, `${error.message} ${lastAttemptText}`);
      return begun;
    }
  }

  async #update(request: ChangeRequest, { isInState }: { isInState: boolean }): Promise<Result> {
    const { urn, inputs: stored, deployed, writeOnlyKey } = request;
    const [inputs, state, last] = revealed([stored, deployed.state, deployed.declared], writeOnlyKey);
    const { id } = deployed;
    const declared = inOrderOf(this.handler.schema, last, inputs);
    // The creation of what is unfinished goes on, with the time of a creation.
    const operation = this.handler.isUnfinished?.(state) === true ? "create" : "update";
    const about = { verb: "Updating", time: { operation, inputs: stored }, deployed, values: [inputs, last] } as const;
    return this.#run(request, about, async (context, secrets) => {
      if (isInState) await this.#seenInState(request, deployed, context());
      this.#own(urn, deployed);
      if (isInState) await confirmUnknownOrigin(this.handler, "Updating", deployed, context());
      await this.#stillReviewed(deployed, context(), secrets);
      const intent = await recordOf(urn, context().client);
      intent.asks(inputs);
      const now = await originOf(context().client);
      const updated = await updateSettled(
        this.handler,
        { ...deployed, declared, state, inputs },
        { ...context(), intent },
      );
      const origin = keptOrigin(deployed.origin, now, context().client);
      await this.#warnOfNotResumed(request, context);
      return this.#result(id, stored, updated, { secrets, origin });
    });
  }

  async delete(request: ReadRequest): Promise<void> {
    const { urn, deployed } = request;
    const { id, state } = deployed;
    this.#attempts.ended(urn);
    const about = { verb: "Deleting", time: { operation: "delete", inputs: state }, deployed } as const;
    await this.#run(request, about, async (context, secrets) => {
      await this.#warnOfUnfinished(urn, context(), deployed);
      // A replacement that was forced (--replace) has found the object again by its record or import id: it must stay.
      if (this.#found.has(`${urn} ${id}`)) return context().warn(keptText(this.handler.noun, id));
      const confirm = async () => {
        await confirmUnknownOrigin(this.handler, "Deleting", deployed, context());
        await this.#stillReviewed(deployed, context(), secrets);
        await this.#confirmAccount(deployed, context());
      };
      await deleteObject(this.handler, { id, state, context: context(), confirm });
      await this.#forget(request, deployed, context());
      this.#existing.delete(urn);
    });
  }

  #client(): Client {
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

  /** Undefined where a setting is missing or wrong, which the check reports. */
  #apiKey(): string | undefined {
    try {
      return this.#client().settings.apiKey;
    } catch (error) {
      if (error instanceof SettingsError) return undefined;
      throw error;
    }
  }

  /** Runs an operation with its secrets and its context; its errors become the text that the user reads. */
  async #run<T>(
    request: OperationRequest,
    about: About,
    action: (context: () => Context, secrets: OperationSecrets) => Promise<T>,
  ): Promise<T> {
    const secrets = secretsOf(this, request, about);
    secrets.writeOnly = valuesOf(request, about);
    // One for the whole operation; not before it is asked for, since a setting may be missing.
    let context: Context | undefined;
    const contextOnce = () => {
      context ??= this.#context(request, about, secrets);
      return context;
    };
    return withSecrets(secrets, async () => {
      try {
        const { deployed, verb } = about;
        if (deployed?.origin !== undefined)
          refuseOtherOrigin(this.#what(verb, request.urn), deployed.origin, await originOf(contextOnce().client));
        return await action(contextOnce, secrets);
      } catch (error) {
        const { handler } = this;
        const inputs = about.time?.inputs ?? {};
        const origin = this.#originAfter(about, context);
        const keep = (id: string, state: object) => this.#result(id, inputs, state, { secrets, origin });
        throw shownError(error, { verb: about.verb, noun: handler.noun, name: nameOfUrn(request.urn), secrets, keep });
      }
    });
  }

  #context(
    { urn, timeoutMs, signal }: OperationRequest,
    { time, deployed }: About,
    secrets: OperationSecrets,
  ): Context {
    const client = this.#client();
    return contextOf(client, {
      ...{ urn, name: nameOfUrn(urn), signal, ownership: this.#ownership, writtenAt: deployed?.origin?.writtenAt },
      deadline:
        time === undefined ? Deadline.never : deadlineOf(this.handler, client, { ...time, customMs: timeoutMs }),
      progress: (text) => showProgress(urn, secrets.redact(text)),
      warn: (text) => showWarning(urn, secrets.redact(text)),
    });
  }

  #result(
    id: string,
    inputs: object,
    state: object,
    { secrets, origin }: { secrets: OperationSecrets; origin: Origin | undefined },
  ): Result {
    const declared = inputs as Properties;
    const outputs = this.#stored(plain(state), { declared, secrets });
    const secretPaths = secretPlaces(this.handler.schema, secrets, outputs);
    const writeOnlyKey = isWriteOnly(declared) ? secrets.writeOnly?.key : undefined;
    return { id, inputs: declared, state: outputs, secretPaths, origin, writeOnlyKey };
  }

  /** Inputs or outputs as they are stored: without the values that never are. */
  #stored(found: Properties, { declared, secrets }: { declared: Properties; secrets: OperationSecrets }): Properties {
    return storedForm(this.handler, found, { declared, secrets });
  }

  /** Where an object is that an operation has left half-way. */
  #originAfter({ deployed }: About, context: Context | undefined): Origin | undefined {
    const now = deployed?.origin ?? (context && shownOrigin(context.client));
    return now && context ? keptOrigin(deployed?.origin, now, context.client) : now;
  }

  #what(verb: string, urn: string): string {
    return operationText(verb, this.handler.noun, nameOfUrn(urn));
  }

  /** An object that is missing is gone only where the account shows that it is the one that had it. */
  async #refuseUnshown(verb: string, { origin }: Deployed, { client, urn }: Context): Promise<void> {
    if (origin !== undefined) refuseUnshownAccount(this.#what(verb, urn), origin, await originOf(client));
  }

  /** Where the account does not show, an object is deleted only when it can be read. */
  async #confirmAccount(deployed: Deployed, context: Context): Promise<void> {
    const { origin } = deployed;
    if (origin?.client === undefined || (await originOf(context.client)).client !== undefined) return;
    const found = await settledRead(this.handler, deployed, context);
    if (found === undefined) await this.#refuseUnshown("Deleting", deployed, context);
  }

  async #seenInState(request: OperationRequest, deployed: Deployed, context: Context): Promise<void> {
    this.#found.delete(`${request.urn} ${deployed.id}`);
    await this.#forget(request, deployed, context);
  }

  /** `cloudplatform apply` changes an object only as it was when the change was compared with its review. */
  async #stillReviewed(deployed: Deployed, context: Context, secrets: OperationSecrets): Promise<void> {
    if (!reviewedReads().isOn) return;
    const { id, declared } = deployed;
    const object = await this.#object(id, context);
    if (!reviewedReads().expects(object)) return;
    const found = await settledRead(this.handler, deployed, context);
    const inputs = found && this.#stored(found.inputs, { declared, secrets });
    reviewedReads().seen(object, this.handler.schema, inputs);
  }

  /** A deletion in another process sees that the object may have got another resource. */
  async #noteAdopted({ client, urn }: Context, id: string): Promise<void> {
    const notes = await notesOf(this.handler.noun, await recordOf(urn, client), client, "");
    await notes.write(id);
  }

  async #object(id: string, { client }: Context) {
    return { account: accountText(await originOf(client)), noun: this.handler.noun, id };
  }

  /**
   * Refresh and destroy never see a resource whose creation was interrupted: it is in no state. Other resources of the stack report it.
   */
  async #warnOfUnfinished(urn: string, context: Context, deployed: Deployed): Promise<void> {
    if (urn === "") return;
    const texts = await unfinishedTexts(this.#ownership, urn, this.#heldId(deployed)).catch(() => []);
    for (const text of texts) context.warn(text);
  }

  /** Id of an object in state, unless its record is of the same creation, which goes on. */
  #heldId({ id, state }: Deployed): string | undefined {
    return this.handler.isUnfinished?.(state) === true ? undefined : id;
  }

  /** An update resumes only what the program declares. */
  async #warnOfNotResumed({ urn }: OperationRequest, context: () => Context, options = {}): Promise<void> {
    if (urn === "") return;
    const texts = await notResumedTexts(this.#ownership, urn, options).catch(() => []);
    for (const text of texts) context().warn(text);
  }

  /** Forgets the record of a creation, also under the URN that the resource had when its state was written. */
  async #forget({ urn }: OperationRequest, deployed: Deployed, { client }: Context): Promise<void> {
    if (!mayHaveRecords()) return;
    const urns = new Set([urn, deployed.urnInState ?? ""].filter((one) => one !== ""));
    for (const one of urns)
      await inParallel(this.#objectsOf(one, deployed), filesAtOnce, ({ urn, object }) =>
        forgetRecord(urn, client, object.id),
      );
  }

  /** The engine has the resource in state, and with it its objects. */
  #own(urn: string, deployed: Deployed): void {
    for (const { object, urn: owner } of this.#objectsOf(urn, deployed))
      if (this.handler.parts === undefined) this.#ownership.set(object, owner);
      else this.#ownership.keep(object, owner);
  }

  /** What the resource lets go in this change, another one may import. */
  #refuseImporters({ inputs }: ChangeRequest, deployed: Deployed, context: Context): void {
    const { noun, partNoun = noun } = this.handler;
    for (const { urn, object, key } of this.#objectsOf(context.urn, deployed))
      if (key === undefined || this.handler.releases?.(inputs, key, object.id) !== true)
        refuseImporter(this.#what("Comparing", context.urn), partNoun, object, { ...context, urn });
  }

  /** The objects of a resource in state, each with the URN that its record and owner have. */
  #objectsOf(
    urn: string,
    { id, state, origin: inState }: Deployed,
  ): { urn: string; object: ObjectKey; key?: string }[] {
    const origin = inState ?? { platform: platformKey(this.#client().settings.baseUrl) };
    const { parts } = this.handler;
    if (parts === undefined) return [{ urn, object: { origin, kind: typeOf(urn), id } }];
    return Object.entries(parts(state)).map(([key, part]) => {
      const ofPart = partUrn(urn, key);
      return { urn: ofPart, key, object: { origin, kind: typeOf(ofPart), id: String(part) } };
    });
  }
}

/** What an operation is about, beside its request. */
export interface About {
  verb: string;
  /** Of an operation that waits. Its inputs are kept in state where it fails half-way. */
  time?: Omit<OperationTime, "customMs">;
  deployed?: Deployed;
  /** Inputs whose secrets no text may show. */
  values?: readonly (Properties | undefined)[];
}

const lastAttemptText = `This was attempt ${maxAttempts}, the last one that the engine makes. What was begun is saved unfinished; the next pulumi up continues with it.`;

function keptText(noun: string, id: string): string {
  return `${noun} ${id} was neither replaced nor deleted: it is what the program wants, and stays in state.`;
}
