import type { SettingsSource } from "../../../client/configured-client.ts";
import type { AnyHandler } from "../../../engine/handler/handler.ts";
import type { Ownership } from "../../../engine/handler/ownership.ts";
import { ResourceLifecycle } from "../../../engine/lifecycle/lifecycle.ts";
import { showWarning } from "../../../engine/lifecycle/progress.ts";
import type { Deployed, OperationRequest, ReadResult, Result } from "../../../engine/lifecycle/request.ts";
import { standInsOf } from "../../../engine/lifecycle/write-only.ts";
import { settingMark } from "../../../engine/secrets/operation-secrets.ts";
import { schemaPlaces, storedPlaces, withoutThoseAbove } from "../../../engine/secrets/secret-places.ts";
import type { ResourceType as ClassName } from "../../../resources/registry.ts";
import { pointerOf } from "../../../values/json-pointer.ts";
import type { Properties } from "../../../values/properties.ts";
import { originIn, splitHidden, writeOnlyKeyIn } from "../../formats/hidden-properties.ts";
import { loaderText } from "../../formats/loader-text.ts";
import { type MarkedProperties, withMarks } from "../../formats/markers.ts";
import { OutputFormat, writeOnlyInput } from "../../formats/stored-outputs.ts";
import { type DetailedDiff, detailedDiff, isIgnored } from "./detailed-diff.ts";
import { type Imported, Imports, importedIn } from "./imports.ts";
import { previewOutputs } from "./preview.ts";

/** A resource type of the plugin. */
export interface ResourceType {
  /** `cloudplatform:cdn:RuleTemplate`. */
  token: string;
  /** Name under which `@cloudplatform/pulumi/handlers` exports its handler. */
  name: ClassName;
  handler: AnyHandler;
  /** Outputs that are not inputs. */
  computed: readonly string[];
  /** Outputs that never change while the object exists. */
  stables: readonly string[];
}

/** Fields of a request beside its properties. */
export interface Call {
  urn?: string;
  timeoutMs?: number;
  signal: AbortSignal;
}

/** The resource in state that a request is about. */
export interface Existing {
  id: string;
  state: MarkedProperties;
  inputs: MarkedProperties;
}

export interface DiffResult {
  changes: boolean;
  /** Names of the inputs whose change replaces the resource. */
  replaces: string[];
  deleteBeforeReplace: boolean;
  details: DetailedDiff;
}

/** Shared by the plugin's resources. */
export interface Shared {
  configuration: SettingsSource;
  /** Names of secret settings. */
  secretSettings: readonly string[];
  ownership: Ownership;
  /** Name of the provider; undefined if the engine does not send it. */
  servedBy: string | undefined;
}

/** Translates between the engine's protocol and the lifecycle of a resource. */
export class NativeResource {
  readonly type: ResourceType;
  readonly #lifecycle: ResourceLifecycle;
  readonly #outputs: OutputFormat;
  readonly #secretSettings: readonly string[];
  readonly #servedBy: string | undefined;
  readonly #imports = new Imports();
  /** Paths of the program's secrets, by the resource that it imports. */
  readonly #announced = new Map<string, readonly string[]>();

  constructor(type: ResourceType, { configuration, secretSettings, ownership, servedBy }: Shared) {
    this.type = type;
    this.#servedBy = servedBy;
    this.#secretSettings = secretSettings;
    this.#lifecycle = new ResourceLifecycle(type.handler, ownership);
    this.#lifecycle.configure(configuration);
    this.#outputs = new OutputFormat(this.#lifecycle.names, type.handler);
  }

  /** Keeps the paths of secrets for a resource that the program is about to import. */
  announce(urn: string, secretPaths: readonly string[]): void {
    this.#announced.set(urn, secretPaths);
  }

  async check(call: Call, olds: MarkedProperties, news: MarkedProperties) {
    const inputs = ownOf(news);
    const imported = await this.#imports.beside(call.urn, olds, (id) => this.#readBeside(call, id, news));
    const last = imported?.inputs ?? ownOf(olds);
    const declared = Object.keys(last).length > 0 ? last : undefined;
    const request = this.#request(call, [...news.secretPaths, ...olds.secretPaths], inputs, olds);
    const named = { declared, adopt: undefined, imported: this.#imports.idOf(call.urn) };
    const checked = await this.#lifecycle.check({ ...request, inputs, ...named });
    const secretPaths = [...checked.secretPaths, ...storedPlaces(news.secretPaths, checked.inputs)];
    return {
      inputs: { ...withMarks(checked.inputs, secretPaths), ...writeOnlyInput(checked.writeOnlyKey) },
      failures: checked.failures,
    };
  }

  async diff(call: Call, existing: Existing, news: MarkedProperties, ignored: readonly string[]): Promise<DiffResult> {
    const inputs = ownOf(news);
    const deployed = await this.#compared(call, existing, news);
    const request = this.#request(
      call,
      [...news.secretPaths, ...earlierPaths(existing, news)],
      inputs,
      news,
      existing.inputs,
    );
    const found = await this.#lifecycle.diff({ ...request, inputs, deployed });
    const deleteBeforeReplace = found.deleteBeforeReplace === true;
    if (found.changes !== undefined)
      return { changes: found.changes, replaces: [], deleteBeforeReplace, details: new Map() };
    const replaces = (found.replaces ?? []).filter((name) => !isIgnored(name, ignored));
    const all = detailedDiff(this.type.handler, deployed.declared, inputs, replaces);
    const details = new Map([...all].filter(([path]) => !isIgnored(path, ignored)));
    return { changes: details.size > 0 || all.size === 0, replaces, deleteBeforeReplace, details };
  }

  async create(call: Call, news: MarkedProperties, isPreview: boolean) {
    if (isPreview) return { id: "", properties: this.#previewed(news, {}) };
    const inputs = ownOf(news);
    const made = await this.#lifecycle.create({
      ...this.#request(call, news.secretPaths, inputs, news),
      ...{ inputs, adopt: undefined },
    });
    return { id: made.id, properties: this.outputs(made, news) };
  }

  async update(call: Call, existing: Existing, news: MarkedProperties, isPreview: boolean): Promise<Properties> {
    if (isPreview) return this.#previewed(news, ownOf(existing.state));
    const inputs = ownOf(news);
    const request = this.#request(
      call,
      [...news.secretPaths, ...earlierPaths(existing, news)],
      inputs,
      news,
      existing.inputs,
    );
    const deployed = await this.#compared(call, existing, news);
    const updated = await this.#lifecycle.update({ ...request, inputs, deployed });
    return this.outputs(updated, news);
  }

  /** Returns undefined if the object is gone. If nothing of the object is in state, this is the read of an import or of `get`. */
  async read(call: Call, existing: Existing & { isImport?: boolean }) {
    const deployed = this.#deployed(existing);
    const isUnknown = Object.keys(deployed.state).length === 0 && Object.keys(deployed.declared).length === 0;
    const announced = (isUnknown && this.#announced.get(call.urn ?? "")) || [];
    const secretPaths = [...secretPathsOf(existing), ...announced];
    const request = this.#request(call, secretPaths, deployed.declared, existing.inputs, existing.state);
    const isImport = isUnknown && existing.isImport === true;
    const found = await this.#lifecycle.read({ ...request, deployed, isImport });
    if (found === undefined) return undefined;
    if (isUnknown) this.#imports.read(call.urn, found.id);
    else this.#imports.refreshed(call.urn);
    return {
      id: found.id,
      properties: this.outputs(found, { plain: {}, secretPaths }),
      inputs: {
        ...withMarks(inputsOf(found), [
          ...found.inputSecretPaths,
          ...storedPlaces(existing.inputs.secretPaths, found.inputs),
          ...announced,
        ]),
        ...writeOnlyInput(found.writeOnlyKey),
        ...((isUnknown || importedIn(existing.inputs) !== undefined) && { __imported: found.id }),
      },
    };
  }

  async delete(call: Call, existing: Existing): Promise<void> {
    // An import may replace the resource in state although both have the same object. If this failed, the next run would delete
    // the object.
    if (this.#imports.idOf(call.urn) === existing.id) {
      const what = `${this.type.handler.noun} ${existing.id}`;
      return showWarning(call.urn ?? "", `${what} was not deleted: the same run has imported it.`);
    }
    const deployed = this.#deployed(existing);
    const request = this.#request(call, secretPathsOf(existing), deployed.declared, existing.inputs, existing.state);
    await this.#lifecycle.delete({ ...request, deployed });
  }

  /**
   * Outputs for the state. They include the loader text and the declared inputs, so that a resource can go back to the dynamic
   * provider without an update.
   */
  outputs(made: Result, properties: MarkedProperties): Properties {
    const secretPaths = properties.secretPaths.filter((path) => !path.startsWith("/__"));
    const __secrets = [...new Set([...secretPaths, ...this.#secretSettings.map(settingMark)])];
    const stored = { ...made, secretPaths: [...made.secretPaths, ...secretPaths] };
    const outputs = this.#outputs.write(stored, __secrets.length === 0 ? {} : { __secrets });
    return { ...outputs, __provider: loaderText(this.type.name) };
  }

  /** The resource in state, in the form with which its changes are compared. */
  async #compared(call: Call, existing: Existing, news: MarkedProperties): Promise<Deployed> {
    const deployed = this.#deployed(existing);
    const imported = await this.#imports.beside(call.urn, existing.inputs, (id) => this.#readBeside(call, id, news));
    return imported === undefined ? deployed : { ...imported, origin: deployed.origin };
  }

  async #readBeside(call: Call, id: string, news: MarkedProperties): Promise<Imported | undefined> {
    const wanted = ownOf(news);
    const deployed = { id, declared: wanted, state: wanted };
    const request = this.#request(call, news.secretPaths, wanted);
    const found = await this.#lifecycle.read({ ...request, deployed, isBeside: true });
    return found && { id, declared: inputsOf(found), state: found.state, inputs: inputsOf(found) };
  }

  /** Builds a request with the paths of secret inputs, including inputs that a secret setting fills in. */
  #request(
    { urn = "", timeoutMs, signal }: Call,
    paths: readonly string[],
    given: Properties,
    ...properties: readonly MarkedProperties[]
  ): OperationRequest {
    const { fromSettings = [] } = this.type.handler;
    const filled = fromSettings.filter((name) => this.#secretSettings.includes(name) && given[name] === undefined);
    const secretPaths = [...new Set([...paths, ...filled.map((name) => pointerOf([name]))])];
    const writeOnlyKey = writeOnlyKeyIn(...properties.map(({ plain }) => splitHidden(plain).hidden));
    const shared = { secretSettings: this.#secretSettings, servedBy: this.#servedBy };
    return { urn, timeoutMs, signal, secretPaths, writeOnlyKey, ...shared };
  }

  #deployed({ id, state: stored, inputs }: Existing): Deployed {
    const { hidden, declared, state } = this.#outputs.read(stored.plain, ownOf(inputs));
    return { id, declared, state, origin: originIn(hidden) };
  }

  #previewed(news: MarkedProperties, state: Properties): Properties {
    const outputs = previewOutputs(this.type, ownOf(news), state);
    return withMarks(outputs, [...schemaPlaces(this.type.handler.schema, outputs), ...news.secretPaths]);
  }
}

function ownOf({ plain }: MarkedProperties): Properties {
  return splitHidden(plain).own;
}

/** Paths of secrets in state, in inputs and outputs alike; hidden outputs are not inputs. */
function secretPathsOf({ state, inputs }: Existing): string[] {
  return [...state.secretPaths, ...inputs.secretPaths].filter((path) => !path.startsWith("/__"));
}

function earlierPaths(existing: Existing, news: MarkedProperties): string[] {
  const notStored = standInsOf(ownOf(news)).map(([place]) => place);
  return withoutThoseAbove(secretPathsOf(existing), notStored);
}

/** Inputs as a program would declare them: null means omitted. */
function inputsOf({ inputs }: ReadResult): Properties {
  return Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== null && value !== undefined));
}
