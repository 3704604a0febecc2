import { dynamicProvider } from "../../engine/dynamic.ts";
import { duringEngineCall, type EngineCall } from "../../engine/engine-call.ts";
import { showWarning } from "../../engine/engine-log.ts";
import type { AnyHandler, Properties } from "../../engine/handler.ts";
import { declaredOf, outputsOf, plain, splitHidden } from "../../engine/hidden.ts";
import { inputNames } from "../../engine/live-inputs.ts";
import { loaderText } from "../../engine/loader.ts";
import { settingMark } from "../../engine/operation-secrets.ts";
import type { Owners } from "../../engine/owners.ts";
import { markSecrets } from "../../engine/secrets.ts";
import { type DetailedDiff, detailedDiff, isIgnored } from "./detailed-diff.ts";
import { previewOutputs } from "./preview.ts";
import { readProperties, type WireProperties, withSecretsAt, withSecretsOf } from "./wire-properties.ts";

/** A resource type of the plugin. */
export interface ResourceType {
  /** `cloudplatform:cdn:RuleTemplate`. */
  token: string;
  /** Name under which `@cloudplatform/pulumi/handlers` exports its handler. */
  name: string;
  handler: AnyHandler;
  /** Outputs that are no inputs. */
  computed: readonly string[];
  /** Outputs that never change as long as the object exists. */
  stables: readonly string[];
}

type Served = Required<
  Pick<ReturnType<typeof dynamicProvider>, "check" | "diff" | "create" | "read" | "update" | "delete">
>;

/** What a request says of a resource that is in state. */
export interface Existing {
  id: string;
  state: WireProperties;
  inputs: WireProperties;
}

export interface DiffResult {
  changes: boolean;
  /** Names of inputs whose change replaces. */
  replaces: string[];
  deleteBeforeReplace: boolean;
  details: DetailedDiff;
}

/**
 * Serves a resource to the engine by the very operations of the dynamic provider: what that one keeps in hidden inputs
 * comes here with each request.
 */
export class NativeResource {
  readonly type: ResourceType;
  readonly #names: string[];
  readonly #secretSettings: readonly string[];
  readonly #provider: Served;
  /** Ids of objects that were read for an import, by resource. */
  readonly #imported = new Map<string, string>();
  /** Where the program has secrets, by resource that it imports. */
  readonly #announced = new Map<string, readonly string[]>();

  /** @param secretSettings Names of settings that are secret. */
  constructor(
    type: ResourceType,
    configuration: Readonly<Record<string, string>>,
    secretSettings: readonly string[] = [],
    owners?: Owners,
  ) {
    this.type = type;
    this.#secretSettings = secretSettings;
    this.#names = inputNames(type.handler);
    const provider = dynamicProvider(type.handler, owners);
    const config = { get: (key: string) => configuration[key], rawConfig: configuration };
    void provider.configure?.({ config: config as never });
    this.#provider = provider as Served;
  }

  /** What the program says of a resource that it is about to import. */
  announce(urn: string, secretPaths: readonly string[]): void {
    this.#announced.set(urn, secretPaths);
  }

  async check(call: EngineCall, olds: WireProperties, news: WireProperties) {
    const { inputs, failures } = await duringEngineCall(call, async () => {
      const imported = await this.#readImported(call, news);
      return this.#provider.check(imported?.inputs ?? olds.plain, this.#request(call, news));
    });
    const own = splitHidden(inputs as Properties).own;
    return { inputs: withSecretsOf(plain(own), news.raw), failures: failures ?? [] };
  }

  async diff(
    call: EngineCall,
    existing: Existing,
    news: WireProperties,
    ignored: readonly string[],
  ): Promise<DiffResult> {
    const wanted = splitHidden(news.plain).own;
    const { olds, result } = await duringEngineCall(call, async () => {
      const olds = (await this.#readImported(call, news))?.outputs ?? this.#olds(existing);
      return { olds, result: await this.#provider.diff(existing.id, olds, this.#request(call, news)) };
    });
    const deleteBeforeReplace = result.deleteBeforeReplace === true;
    if (result.changes !== undefined)
      return { changes: result.changes, replaces: [], deleteBeforeReplace, details: new Map() };
    const replaces = (result.replaces ?? []).filter((name) => !isIgnored(name, ignored));
    const declared = declaredOf(this.#names, olds);
    const all = detailedDiff(this.type.handler, declared, wanted, replaces);
    const details = new Map([...all].filter(([path]) => !isIgnored(path, ignored)));
    return { changes: details.size > 0 || all.size === 0, replaces, deleteBeforeReplace, details };
  }

  async create(call: EngineCall, news: WireProperties, isPreview: boolean) {
    if (isPreview) return { id: "", properties: this.#previewed(news, {}) };
    const made = await duringEngineCall(call, () => this.#provider.create(this.#request(call, news)));
    return { id: made.id, properties: this.#outputs(made.outs, news.raw) };
  }

  async update(call: EngineCall, existing: Existing, news: WireProperties, isPreview: boolean): Promise<Properties> {
    if (isPreview) return this.#previewed(news, splitHidden(existing.state.plain).own);
    const { outs } = await duringEngineCall(call, () =>
      this.#provider.update(existing.id, this.#olds(existing), this.#request(call, news)),
    );
    return this.#outputs(outs, news.raw);
  }

  /** Undefined: the object is gone. An object of which nothing is in state is read for an import or by `get`. */
  async read(call: EngineCall, existing: Existing) {
    const olds = this.#olds(existing);
    const isImport = Object.keys(splitHidden(olds).own).length === 0;
    const secretPaths = (isImport && this.#announced.get(call.urn ?? "")) || [];
    const request = isImport ? { __urn: call.urn, ...this.#secretsOf(secretPaths, {}) } : olds;
    const found = await duringEngineCall(call, () => this.#provider.read(existing.id, request));
    if (found.id === "" || found.id === undefined) return undefined;
    if (isImport) this.#imported.set(call.urn ?? "", found.id);
    else this.#imported.delete(call.urn ?? "");
    // What the program has declared secret since it was read last, is secret now.
    const outputs = withSecretsOf(this.#outputs(found.props, existing.state.raw), existing.inputs.raw);
    const inputs = found.inputs ?? this.#inputsOfOutputs(found.props ?? {});
    const own = splitHidden(inputs as Properties).own;
    const properties = withSecretsAt(outputs, secretPaths);
    return {
      ...{ id: found.id, properties },
      inputs: withSecretsAt(withSecretsOf(plain(own), existing.inputs.raw), secretPaths),
    };
  }

  async delete(call: EngineCall, existing: Existing): Promise<void> {
    // An import that replaces what is in state: what the two of them name may be one object. Were this an error, the next run
    // would delete it.
    if (this.#imported.get(call.urn ?? "") === existing.id) {
      const what = `${this.type.handler.noun} ${existing.id}`;
      return showWarning(call.urn ?? "", `${what} was not deleted: the same run has imported it.`);
    }
    await duringEngineCall(call, () => this.#provider.delete(existing.id, this.#olds(existing)));
  }

  /**
   * An imported object beside what the program declares of it. The read of the import knew no program: what the platform
   * does not return, and what the program writes out although the platform fills it in, is no change.
   */
  async #readImported(call: EngineCall, news: WireProperties) {
    const id = this.#imported.get(call.urn ?? "");
    if (id === undefined) return undefined;
    const found = await this.#provider.read(id, this.#request(call, news));
    if (found.id === "" || found.id === undefined) return undefined;
    const { plain: outputs } = bareOf({ ...found.props });
    const { plain: inputs } = bareOf({ ...found.inputs });
    return { inputs: splitHidden(inputs).own, outputs };
  }

  /** What an error keeps in state. */
  partialOutputs(properties: Properties, news: WireProperties): Properties {
    return this.#outputs(properties, news.raw);
  }

  /** Inputs with what the dynamic provider gets as hidden ones. */
  #request(call: EngineCall, { plain: inputs, secretPaths }: WireProperties): Properties {
    const { own } = splitHidden(inputs);
    const hidden = { __provider: loaderText(this.type.name), __urn: call.urn };
    return { ...own, ...hidden, ...this.#secretsOf(secretPaths, own) };
  }

  /** The paths of secret inputs, those that a secret setting fills in among them, and the settings that are secret. */
  #secretsOf(paths: readonly string[], given: Properties): { __secrets?: string[] } {
    const secret = this.#secretSettings;
    const { fromSettings = [] } = this.type.handler;
    const filled = fromSettings.filter((name) => secret.includes(name) && given[name] === undefined);
    const all = new Set([...paths, ...filled.map((name) => `/${name}`), ...secret.map(settingMark)]);
    return all.size === 0 ? {} : { __secrets: [...all] };
  }

  /** Outputs in state, with what was declared: the engine's copy of the inputs is the later one. */
  #olds({ state, inputs }: Existing): Properties {
    const { own: declared } = splitHidden(inputs.plain);
    const { hidden, own } = splitHidden(state.plain);
    const { __declared, ...kept } = hidden;
    const paths = [...state.secretPaths, ...inputs.secretPaths].filter((path) => !path.startsWith("/__"));
    const secrets = this.#secretsOf([...new Set(paths)], { ...declared, ...own });
    const outputs =
      Object.keys(declared).length === 0
        ? { ...own, ...(__declared !== undefined && { __declared }) }
        : outputsOf(this.#names, declared, own, {});
    return { ...kept, ...secrets, ...outputs };
  }

  /**
   * Outputs as they go into state. The loader text and what was declared stay in them: with these a resource can go back to
   * the dynamic provider without an update.
   */
  #outputs(outputs: unknown, raw: Properties): Properties {
    const { __urn, __adopt, ...kept } = { ...(outputs as Properties) };
    return { ...withSecretsOf(plain(kept), raw), __provider: loaderText(this.type.name) };
  }

  #previewed(news: WireProperties, state: Properties): Properties {
    const outputs = previewOutputs(this.type, splitHidden(news.plain).own, state);
    return withSecretsOf(markSecrets(this.type.handler.schema, outputs), news.raw);
  }

  #inputsOfOutputs(outputs: Properties): Properties {
    const { plain: bare } = bareOf(outputs);
    return markSecrets(this.type.handler.schema, plain(declaredOf(this.#names, bare)));
  }
}

function bareOf(outputs: Properties): WireProperties {
  return readProperties({ toJavaScript: () => plain(outputs) } as never);
}
