import { isDeepStrictEqual } from "node:util";
import type { SettingsSource } from "../../client/configured-client.ts";
import { originOf } from "../../client/evidence/origin.ts";
import { typeOf } from "../../pulumi/formats/composite.ts";
import { inOrderOf } from "../../schema/order.ts";
import type { AnyHandler } from "../handler/handler.ts";
import type { Ownership } from "../handler/ownership.ts";
import { ProcessOwnership } from "../ownership/ownership.ts";
import { refuseImported } from "../ownership/refusals.ts";
import { recordOf } from "../records/create-record-file.ts";
import { schemaPlaces, secretPlaces } from "../secrets/secret-places.ts";
import { newWriteOnlyKey, writeOnlyValues } from "../secrets/write-only-values.ts";
import { refuseLateImport } from "./adopt.ts";
import { FailedAttempts } from "./attempts.ts";
import { checkResource } from "./check.ts";
import { confirmAccount, confirmDeletion, confirmReviewed, noteReviewed } from "./confirmations.ts";
import { createResource } from "./create.ts";
import { deleteObject, keptText } from "./delete.ts";
import { type Difference, diffResource, finishingText, lossesText } from "./diff.ts";
import { getObject, importGone } from "./get.ts";
import { HeldObjects } from "./held-objects.ts";
import { OperationRunner } from "./operation-runner.ts";
import { showInfo } from "./progress.ts";
import type {
  ChangeRequest,
  CheckRequest,
  CheckResult,
  CreateRequest,
  ReadRequest,
  ReadResult,
  Result,
} from "./request.ts";
import { filledPlaces, shownFailure } from "./secrets.ts";
import { settledRead, updateSettled } from "./settled-reads.ts";
import { confirmStackAccount, confirmUnknownOrigin, keptOrigin, refuseUnknownOrigin } from "./state-origin.ts";
import {
  checkedInputs,
  configuredText,
  givenFailures,
  isWriteOnly,
  keepValues,
  neededFailures,
  revealed,
} from "./write-only.ts";

/**
 * The operations of one kind of resource, for any transport of the engine's requests. Values are passed bare, with the places of
 * secrets beside them. Each error is an {@link EngineError} with the text that the user reads.
 */
export class ResourceLifecycle {
  readonly handler: AnyHandler;
  /** Names of the inputs. */
  readonly names: readonly string[];
  /** Whether a resource is in state, as this process saw it last. A refresh takes out one that is gone, before the state is saved. */
  readonly #isInState = new Map<string, boolean>();
  readonly #attempts = new FailedAttempts();
  readonly #ownership: Ownership;
  readonly #runner: OperationRunner;
  readonly #objects: HeldObjects;

  /** @param ownership Shared by all resources of the process: an object may move from one kind of resource to another. */
  constructor(handler: AnyHandler, ownership: Ownership = new ProcessOwnership()) {
    this.#runner = new OperationRunner(handler, ownership);
    this.#objects = new HeldObjects(this.#runner, ownership);
    this.handler = handler;
    this.names = this.#runner.names;
    this.#ownership = ownership;
  }

  configure(configuration: SettingsSource): void {
    this.#runner.configure(configuration);
  }

  async check(request: CheckRequest): Promise<CheckResult> {
    return this.#ownership.whileChecking(() => this.#check(request));
  }

  async #check(request: CheckRequest): Promise<CheckResult> {
    const { urn, inputs, declared } = request;
    if (urn !== "") this.#ownership.noteDeclared(urn);
    // A new step begins: the engine repeats a step without a check.
    this.#attempts.ended(urn);
    const replacing = declared === undefined ? this.#isInState.get(urn) : false;
    if (declared !== undefined) this.#isInState.set(urn, true);
    if (replacing === true) this.#ownership.noteReplaced(urn);
    return this.#runner.run(request, { verb: "Checking", values: [declared, inputs] }, async (context, secrets) => {
      if (isWriteOnly(inputs)) secrets.writeOnly ??= writeOnlyValues(newWriteOnlyKey(urn, this.#runner.apiKey()));
      const given = givenFailures(request);
      const before = keepValues(this.handler, request, secrets);
      const { adopt, imported, servedBy } = request;
      const rest = { replacing, adopt, imported, servedBy, context };
      const checked =
        given.length > 0
          ? { inputs, failures: given }
          : await checkResource(this.handler, {
              ...{ given: inputs, declared: before, ...rest },
              inform: (text) => showInfo(urn, text),
            });
      const { failures } =
        checked.failures.length > 0 ? checked : { failures: neededFailures(this.handler, checked.inputs, before) };
      if (failures.length > 0) this.#ownership.noteFailed();
      const configured = configuredText(this.handler, request, secrets, this.#runner.configuration);
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
    return this.#ownership.whileChecking(() => this.#diff(request));
  }

  async #diff(request: ChangeRequest): Promise<Difference> {
    const { urn, inputs, deployed } = request;
    return this.#runner.run(request, { verb: "Comparing", deployed, values: [inputs] }, async (context) => {
      await this.#objects.seen(request, deployed, context());
      await this.#objects.warnOfNotResumed(context(), deployed);
      this.#objects.own(urn, deployed);
      this.#objects.refuseImporters(request, deployed, context());
      refuseLateImport(this.handler, request, context().name);
      if (!isDeepStrictEqual(deployed.declared, inputs))
        await confirmUnknownOrigin(this.handler, "Comparing", deployed, context());
      const declared = inOrderOf(this.handler.schema, deployed.declared, inputs);
      const compared = { ...deployed, declared, inputs, isChecked: this.#ownership.isDeclared(urn) };
      const found = diffResource(this.handler, compared);
      // The engine shows a replacement as such. It also updates without a difference, after an update that stopped halfway.
      const mayUpdate = compared.isChecked && found.replaces === undefined;
      const losses = mayUpdate ? await lossesText(this.handler, deployed.id, compared, context()) : undefined;
      if (losses !== undefined) context().warn(losses);
      if (found.changes === true) showInfo(urn, finishingText(this.handler.noun, deployed.id));
      return found;
    });
  }

  async create(request: CreateRequest): Promise<Result> {
    this.#ownership.noteUpdate();
    return this.#attempts.run(request, (begun) => {
      if (begun === undefined) return this.#create(request);
      // A retry by an `onError` hook continues as the next update would. The resource is in no state yet.
      const { id, inputs: declared, state, origin } = begun;
      const deployed = { id, declared, state, origin };
      return this.#update({ ...request, deployed }, { isInState: false });
    });
  }

  async #create(request: CreateRequest): Promise<Result> {
    const { urn, inputs: stored, adopt, writeOnlyKey } = request;
    const verb = adopt === undefined ? "Creating" : "Importing";
    const time = { operation: "create", inputs: stored } as const;
    const inputs = revealed(stored, writeOnlyKey);
    return this.#runner.run(request, { verb, time, values: [inputs] }, async (context, secrets) => {
      // Determined before the object exists: nothing may fail between its creation and its state.
      const now = await originOf(context().client);
      const made = await createResource(this.handler, { inputs, context: context(), adopt });
      // Creating a resource that is in state replaces it: the deletion of the old object follows.
      const isKept = this.handler.isAlwaysThere === true && this.#isInState.get(urn) === true;
      if (made.found || isKept) this.#objects.noteWanted({ origin: now, kind: typeOf(urn), id: made.id }, urn);
      await this.#objects.warnOfNotResumed(context());
      const origin = keptOrigin(undefined, now, context().client);
      return this.#runner.result(made.id, stored, made.state, { secrets, origin });
    });
  }

  /** Undefined: the object is gone. An object that is not in state is read for `get` or an import, and must exist. */
  async read(request: ReadRequest): Promise<ReadResult | undefined> {
    const { urn, deployed } = request;
    const { id, declared, state } = deployed;
    const isGet = Object.keys(declared).length === 0 && Object.keys(state).length === 0;
    return this.#runner.run(request, { verb: "Reading", deployed }, async (context, secrets) => {
      if (!isGet) {
        await this.#objects.warnOfUnfinished(context(), deployed);
        await this.#objects.seen(request, deployed, context());
      }
      if (request.isImport === true)
        await confirmStackAccount(this.#runner.what("Importing", urn), request.servedBy, context());
      const found = isGet
        ? await getObject(this.handler, id, context())
        : await settledRead(this.handler, deployed, context());
      if (!isGet && request.isImport !== true && request.isBeside !== true)
        await refuseUnknownOrigin(this.handler, "Reading", deployed, context(), found);
      if (found === undefined && request.isBeside === true) throw importGone(this.handler, id, context());
      if (found === undefined) await confirmAccount(this.#runner.what("Reading", urn), deployed, context());
      else if (request.isImport === true)
        await refuseImported(
          { what: this.#runner.what("Importing", urn), noun: this.handler.noun, id: found.id },
          found.inputs,
          context(),
          { isStep: true },
        );
      const inputs = found && this.#runner.stored(found.inputs, { declared, secrets });
      if (isGet && found !== undefined) await this.#objects.noteAdopted(context(), found.id);
      else await noteReviewed(this.#runner, id, inputs, context());
      if (found === undefined || inputs === undefined) {
        this.#isInState.set(urn, false);
        return undefined;
      }
      const origin = keptOrigin(deployed.origin, await originOf(context().client), context().client);
      const result = this.#runner.result(found.id, inputs, found.state, { secrets, origin });
      return { ...result, inputSecretPaths: secretPlaces(this.handler.schema, secrets, result.inputs) };
    });
  }

  async update(request: ChangeRequest): Promise<Result> {
    this.#ownership.noteUpdate();
    return this.#attempts.run(request, () => this.#update(request, { isInState: true }));
  }

  async #update(request: ChangeRequest, { isInState }: { isInState: boolean }): Promise<Result> {
    const { urn, inputs: stored, deployed, writeOnlyKey } = request;
    const [inputs, state, last] = revealed([stored, deployed.state, deployed.declared], writeOnlyKey);
    const { id } = deployed;
    const declared = inOrderOf(this.handler.schema, last, inputs);
    // Updating an unfinished object continues its creation, with the timeout of a creation.
    const operation = this.handler.isUnfinished?.(state) === true ? "create" : "update";
    const about = { verb: "Updating", time: { operation, inputs: stored }, deployed, values: [inputs, last] } as const;
    return this.#runner.run(request, about, async (context, secrets) => {
      if (isInState) await this.#objects.seen(request, deployed, context());
      this.#objects.own(urn, deployed);
      if (isInState) await confirmUnknownOrigin(this.handler, "Updating", deployed, context());
      await confirmReviewed(this.#runner, deployed, context(), secrets);
      const record = await recordOf(urn, context().client);
      record.asks(inputs);
      const now = await originOf(context().client);
      const updated = await updateSettled(
        this.handler,
        { ...deployed, declared, state, inputs },
        { ...context(), record },
      );
      const origin = keptOrigin(deployed.origin, now, context().client);
      await this.#objects.warnOfNotResumed(context());
      return this.#runner.result(id, stored, updated, { secrets, origin });
    });
  }

  async delete(request: ReadRequest): Promise<void> {
    const { urn, deployed } = request;
    const { id, state } = deployed;
    this.#ownership.noteUpdate();
    this.#attempts.ended(urn);
    const about = { verb: "Deleting", time: { operation: "delete", inputs: state }, deployed } as const;
    await this.#runner.run(request, about, async (context, secrets) => {
      await this.#objects.warnOfUnfinished(context(), deployed);
      // A forced replacement (--replace) has found the same object by its record, import id or inputs: the object must stay.
      if (this.#objects.isWanted(urn, id)) return context().warn(keptText(this.handler.noun, id));
      const confirm = () => confirmDeletion(this.#runner, deployed, context(), secrets);
      await deleteObject(this.handler, {
        ...{ id, state, context: context(), confirm },
        isFirst: () => this.#objects.isFirstDeletion(urn, id),
      });
      await this.#objects.forget(request, deployed, context());
      this.#isInState.delete(urn);
    });
  }
}
