import type { Ownership } from "../engine/handler/ownership.ts";
import type { PartialStateError } from "../engine/lifecycle/errors.ts";
import type { dynamicProvider } from "../pulumi/dynamic/dynamic-provider.ts";
import type { cancelOperations, duringEngineCall } from "../pulumi/dynamic/request-context.ts";
import { bareValue, marked, withoutMarks } from "../pulumi/formats/markers.ts";
import { nativeToken } from "../pulumi/formats/type-token.ts";
import { typeOfUrn } from "../pulumi/formats/urn.ts";
import type { NativeResource } from "../pulumi/native/plugin/resource.ts";
import type { resourceTypes } from "../pulumi/native/plugin/resources.ts";
import type { Properties } from "../values/properties.ts";

/** The modules loaded by a provider's process, below its gRPC server. */
export interface ProviderCode {
  cancelOperations: typeof cancelOperations;
  dynamicProvider: typeof dynamicProvider;
  duringEngineCall: typeof duringEngineCall;
  NativeResource: typeof NativeResource;
  PartialStateError: typeof PartialStateError;
  resourceTypes: typeof resourceTypes;
}

/** A resource in state, as the engine sends it. */
export interface Existing {
  id: string;
  inputs: Properties;
  outputs: Properties;
}

/** A provider's response to a diff. `changes` undefined: the engine compares the inputs. */
export interface Difference {
  changes: boolean | undefined;
  replaces: boolean;
  /** Names of the inputs whose change replaces the resource. */
  replacing: readonly string[];
  deleteBeforeReplace: boolean;
}

/** An operation failed halfway, and the resource stays in state. */
export class InitError extends Error {
  readonly id: string;
  readonly outputs: Properties;

  constructor(id: string, outputs: Properties, message: string) {
    super(message);
    this.id = id;
    this.outputs = outputs;
  }
}

export interface Checked {
  inputs: Properties;
  failures: readonly { property: string; reason: string }[];
}

/** The engine's calls to either provider. Secrets have marks. */
export interface ProviderCalls {
  check(urn: string, olds: Properties, news: Properties): Promise<Checked>;
  diff(urn: string, existing: Existing, news: Properties): Promise<Difference>;
  /** Returns the outputs that a preview shows for a creation, or for an update of an existing resource. */
  previewed(urn: string, news: Properties, existing?: Existing): Promise<Properties>;
  create(urn: string, news: Properties): Promise<{ id: string; outputs: Properties }>;
  update(urn: string, existing: Existing, news: Properties): Promise<Properties>;
  /** Returns undefined if the object is gone. An import has no inputs and outputs. */
  read(urn: string, existing: Existing & { isImport?: boolean }): Promise<Existing | undefined>;
  delete(urn: string, existing: Existing): Promise<void>;
  cancel(): void;
}

/** The environment of one process of a provider. */
export interface ProviderProcess {
  /** Settings by their full keys: `cloudplatform:baseUrl`. */
  settings: Readonly<Record<string, string>>;
  ownership: Ownership;
  /** `customTimeouts` of the operation in progress. */
  timeoutMs?: (urn: string) => number | undefined;
}

/** A process of the dynamic provider: one provider for each type. */
class DynamicProcess {
  readonly #code: ProviderCode;
  readonly #process: ProviderProcess;
  readonly #byType = new Map<string, ReturnType<ProviderCode["dynamicProvider"]>>();

  constructor(code: ProviderCode, process: ProviderProcess) {
    this.#code = code;
    this.#process = process;
  }

  providerOf(urn: string): ReturnType<ProviderCode["dynamicProvider"]> {
    const { settings, ownership } = this.#process;
    const token = nativeToken(typeOfUrn(urn));
    const known = this.#byType.get(token);
    if (known !== undefined) return known;
    const type = this.#code.resourceTypes.find((one) => one.token === token);
    if (type === undefined) throw new Error(`There is no type of ${urn}.`);
    const provider = this.#code.dynamicProvider(type.handler, { ownership, tellsUrns: true });
    const config = { get: (key: string) => settings[key], rawConfig: settings };
    void provider.configure?.({ config: config as never });
    this.#byType.set(token, provider);
    return provider;
  }

  async call<T>(urn: string, serveCall: () => Promise<T>, inputs?: Properties): Promise<T> {
    const timeoutMs = this.#process.timeoutMs?.(urn);
    try {
      return await this.#code.duringEngineCall({ urn, timeoutMs, inputs: () => inputs }, serveCall);
    } catch (error) {
      if (error instanceof Error && "properties" in error && "id" in error)
        throw new InitError(String(error.id), error.properties as Properties, reasonsOf(error));
      throw error;
    }
  }
}

/** The dynamic provider: it does not accept secrets, and its protocol has only outputs. */
export function dynamicCalls(code: ProviderCode, process: ProviderProcess): ProviderCalls {
  const served = new DynamicProcess(code, process);
  const providerOf = served.providerOf.bind(served);
  const call = served.call.bind(served);
  const bare = (properties: Properties) => bareValue(properties) as Properties;
  return {
    cancel: () => code.cancelOperations(),
    check: async (urn, olds, news) => {
      const checked = await call(urn, () => providerOf(urn).check(bare(olds), bare(news)));
      return { inputs: marksOf(news, { ...checked.inputs }), failures: checked.failures ?? [] };
    },
    diff: async (urn, { id, outputs }, news) => {
      const found = await call(urn, () => providerOf(urn).diff(id, bare(outputs), bare(news)));
      const { changes, replaces = [], deleteBeforeReplace = false } = found;
      const isReplaced = replaces.length > 0;
      return { changes: isReplaced ? true : changes, replaces: isReplaced, replacing: replaces, deleteBeforeReplace };
    },
    // The engine does not call the provider here: the checked inputs serve as outputs.
    previewed: async (_urn, news) => news,
    create: async (urn, news) => {
      const made = await call(urn, () => providerOf(urn).create(bare(news)));
      return { id: made.id, outputs: marksOf(news, { ...made.outs, __provider: news.__provider }) };
    },
    update: async (urn, { id, outputs }, news) => {
      const updated = await call(urn, () => providerOf(urn).update(id, bare(outputs), bare(news)));
      return marksOf(news, { ...updated.outs, __provider: news.__provider });
    },
    read: async (urn, { id, inputs, outputs }) => {
      const found = await call(urn, () => providerOf(urn).read(id, bare(outputs)), bare(inputs));
      if (found.id === undefined || found.id === "") return undefined;
      const { __provider } = outputs;
      const own = found.inputs === undefined ? inputs : { ...found.inputs, __provider };
      return { id: found.id, inputs: marksOf(inputs, own), outputs: marksOf(inputs, { ...found.props, __provider }) };
    },
    delete: (urn, { id, outputs }) => call(urn, () => providerOf(urn).delete(id, bare(outputs))),
  };
}

/** If a provider does not accept secrets, the engine marks outputs that have the name of a secret input. */
function marksOf(inputs: Properties, values: Properties): Properties {
  const isSecret = (value: unknown) => withoutMarks({ value } as Properties).secretPaths.length > 0;
  for (const [name, value] of Object.entries(inputs))
    if (values[name] !== undefined && !name.startsWith("__") && isSecret(value) && !isSecret(values[name]))
      values[name] = marked(values[name]);
  return values;
}

function reasonsOf(error: Error): string {
  return "reasons" in error && Array.isArray(error.reasons) ? error.reasons.join("; ") : error.message;
}

/** A process of the native provider. */
class NativeProcess {
  readonly #code: ProviderCode;
  readonly #timeoutMs: ProviderProcess["timeoutMs"];
  readonly #byType: ReadonlyMap<string, InstanceType<ProviderCode["NativeResource"]>>;
  readonly stop = new AbortController();

  constructor(code: ProviderCode, { settings, ownership, timeoutMs }: ProviderProcess) {
    const names = Object.keys(settings).map((name) => name.replace("cloudplatform:", ""));
    const configuration = { get: (key: string) => settings[key], names: () => names };
    const shared = { configuration, secretSettings: ["apiKey"], ownership, servedBy: "default" };
    this.#code = code;
    this.#timeoutMs = timeoutMs;
    this.#byType = new Map(code.resourceTypes.map((type) => [type.token, new code.NativeResource(type, shared)]));
  }

  resourceOf(urn: string): InstanceType<ProviderCode["NativeResource"]> {
    const resource = this.#byType.get(nativeToken(typeOfUrn(urn)));
    if (resource === undefined) throw new Error(`There is no type of ${urn}.`);
    return resource;
  }

  callOf(urn: string) {
    return { urn, timeoutMs: this.#timeoutMs?.(urn), signal: this.stop.signal };
  }

  /** Runs an action that may fail when the object exists already. */
  async keeping<T>(urn: string, news: Properties, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof this.#code.PartialStateError)) throw error;
      throw new InitError(error.made.id, this.resourceOf(urn).outputs(error.made, withoutMarks(news)), error.message);
    }
  }
}

function unmarked({ id, inputs, outputs }: Existing) {
  return { id, state: withoutMarks(outputs), inputs: withoutMarks(inputs) };
}

/** The native provider. */
export function nativeCalls(code: ProviderCode, process: ProviderProcess): ProviderCalls {
  const served = new NativeProcess(code, process);
  const resourceOf = served.resourceOf.bind(served);
  const callOf = served.callOf.bind(served);
  return {
    cancel: () => served.stop.abort(),
    check: (urn, olds, news) => resourceOf(urn).check(callOf(urn), withoutMarks(olds), withoutMarks(news)),
    diff: async (urn, existing, news) => {
      const found = await resourceOf(urn).diff(callOf(urn), unmarked(existing), withoutMarks(news), []);
      const { changes, replaces, deleteBeforeReplace } = found;
      return { changes, replaces: replaces.length > 0, replacing: replaces, deleteBeforeReplace };
    },
    previewed: async (urn, news, existing) =>
      existing === undefined
        ? (await resourceOf(urn).create(callOf(urn), withoutMarks(news), true)).properties
        : resourceOf(urn).update(callOf(urn), unmarked(existing), withoutMarks(news), true),
    create: (urn, news) =>
      served.keeping(urn, news, async () => {
        const made = await resourceOf(urn).create(callOf(urn), withoutMarks(news), false);
        return { id: made.id, outputs: made.properties };
      }),
    update: (urn, existing, news) =>
      served.keeping(urn, news, () =>
        resourceOf(urn).update(callOf(urn), unmarked(existing), withoutMarks(news), false),
      ),
    read: async (urn, existing) => {
      const { isImport = false } = existing;
      const found = await resourceOf(urn).read(callOf(urn), { ...unmarked(existing), isImport });
      return found && { id: found.id, inputs: found.inputs, outputs: found.properties };
    },
    delete: (urn, existing) => resourceOf(urn).delete(callOf(urn), unmarked(existing)),
  };
}
