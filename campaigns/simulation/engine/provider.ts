import { loaderText } from "../../../provider/pulumi/formats/loader-text.ts";
import { bareValue, marked, withoutMarks } from "../../../provider/pulumi/formats/markers.ts";
import { typeOfUrn } from "../../../provider/pulumi/formats/urn.ts";
import type { Properties } from "../../../provider/values/properties.ts";
import type { ProviderKind } from "../../../test/helpers/provider-kinds.ts";
import type { Product } from "../product/bundle.ts";
import type { Process } from "../world/machine.ts";

/** A resource in state, as the engine sends it. */
export interface Existing {
  id: string;
  inputs: Properties;
  outputs: Properties;
}

/** What a provider says of a change. `changes` undefined: the engine compares the inputs. */
export interface Difference {
  changes: boolean | undefined;
  replaces: boolean;
  deleteBeforeReplace: boolean;
}

/** An operation has failed after a part of it, and the resource stays in state. */
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

/** The calls of the engine to a provider, whichever it is. Secrets have marks. */
export interface Provider {
  process: Process;
  check(urn: string, olds: Properties, news: Properties): Promise<Checked>;
  diff(urn: string, existing: Existing, news: Properties): Promise<Difference>;
  create(urn: string, news: Properties): Promise<{ id: string; outputs: Properties }>;
  update(urn: string, existing: Existing, news: Properties): Promise<Properties>;
  /** Undefined: it is gone. */
  read(urn: string, existing: Existing): Promise<Existing | undefined>;
  delete(urn: string, existing: Existing): Promise<void>;
  cancel(): void;
}

type Settings = Readonly<Record<string, string>>;

/** Serves a provider from a process that has loaded the product. */
export function serve(kind: ProviderKind, product: Product, process: Process, settings: Settings): Provider {
  return kind === "native" ? nativeProvider(product, process, settings) : dynamicProvider(product, process, settings);
}

/** The dynamic provider: it takes no secrets, and its protocol has outputs only. */
function dynamicProvider(product: Product, process: Process, settings: Settings): Provider {
  const ownership = new product.ProcessOwnership();
  const byType = new Map(
    product.resourceTypes.map(({ token, handler }) => [token, product.dynamicProvider(handler, ownership)]),
  );
  const config = { get: (key: string) => settings[key], rawConfig: settings };
  for (const one of byType.values()) void one.configure?.({ config: config as never });
  const of = (urn: string) => {
    const provider = byType.get(nativeType(urn));
    if (provider === undefined) throw new Error(`There is no type of ${urn}.`);
    return provider;
  };
  const call = async <T>(urn: string, serveCall: () => Promise<T>, inputs?: Properties): Promise<T> => {
    try {
      return await product.duringEngineCall({ urn, inputs: () => inputs }, serveCall);
    } catch (error) {
      if (error instanceof Error && "properties" in error && "id" in error)
        throw new InitError(String(error.id), error.properties as Properties, reasonsOf(error));
      throw error;
    }
  };
  const bare = (properties: Properties) => bareValue(properties) as Properties;
  return {
    process,
    cancel: () => product.cancelOperations(),
    check: async (urn, olds, news) => {
      const checked = await call(urn, () => of(urn).check(bare(olds), bare(news)));
      return { inputs: marksOf(news, { ...checked.inputs }), failures: checked.failures ?? [] };
    },
    diff: async (urn, { id, outputs }, news) => {
      const found = await call(urn, () => of(urn).diff(id, bare(outputs), bare(news)));
      const { changes, replaces = [], deleteBeforeReplace = false } = found;
      return { changes: replaces.length > 0 ? true : changes, replaces: replaces.length > 0, deleteBeforeReplace };
    },
    create: async (urn, news) => {
      const made = await call(urn, () => of(urn).create(bare(news)));
      return { id: made.id, outputs: marksOf(news, { ...made.outs, __provider: news.__provider }) };
    },
    update: async (urn, { id, outputs }, news) => {
      const updated = await call(urn, () => of(urn).update(id, bare(outputs), bare(news)));
      return marksOf(news, { ...updated.outs, __provider: news.__provider });
    },
    read: async (urn, { id, inputs, outputs }) => {
      const found = await call(urn, () => of(urn).read(id, bare(outputs)), bare(inputs));
      if (found.id === undefined || found.id === "") return undefined;
      const { __provider } = outputs;
      const own = found.inputs === undefined ? inputs : { ...found.inputs, __provider };
      return { id: found.id, inputs: marksOf(inputs, own), outputs: marksOf(inputs, { ...found.props, __provider }) };
    },
    delete: (urn, { id, outputs }) => call(urn, () => of(urn).delete(id, bare(outputs))),
  };
}

/** The engine marks what a provider without secrets returns under the name of a secret input. */
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

/** The native provider. */
function nativeProvider(product: Product, process: Process, settings: Settings): Provider {
  const names = Object.keys(settings);
  const configuration = { get: (key: string) => settings[key], names: () => names.map((name) => name.slice(14)) };
  const ownership = new product.ProcessOwnership();
  const shared = { configuration, secretSettings: ["apiKey"], ownership };
  const byType = new Map(product.resourceTypes.map((type) => [type.token, new product.NativeResource(type, shared)]));
  const stop = new AbortController();
  const of = (urn: string) => {
    const resource = byType.get(nativeType(urn));
    if (resource === undefined) throw new Error(`There is no type of ${urn}.`);
    return resource;
  };
  const callOf = (urn: string) => ({ urn, signal: stop.signal });
  const existingOf = ({ id, inputs, outputs }: Existing) => ({
    ...{ id, state: withoutMarks(outputs), inputs: withoutMarks(inputs) },
  });
  const keeping = async <T>(urn: string, news: Properties, action: () => Promise<T>): Promise<T> => {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof product.PartialStateError)) throw error;
      throw new InitError(error.made.id, of(urn).outputs(error.made, withoutMarks(news)), error.message);
    }
  };
  return {
    process,
    cancel: () => stop.abort(),
    check: (urn, olds, news) => of(urn).check(callOf(urn), withoutMarks(olds), withoutMarks(news)),
    diff: async (urn, existing, news) => {
      const found = await of(urn).diff(callOf(urn), existingOf(existing), withoutMarks(news), []);
      const { changes, replaces, deleteBeforeReplace } = found;
      return { changes, replaces: replaces.length > 0, deleteBeforeReplace };
    },
    create: (urn, news) =>
      keeping(urn, news, async () => {
        const made = await of(urn).create(callOf(urn), withoutMarks(news), false);
        return { id: made.id, outputs: made.properties };
      }),
    update: (urn, existing, news) =>
      keeping(urn, news, () => of(urn).update(callOf(urn), existingOf(existing), withoutMarks(news), false)),
    read: async (urn, existing) => {
      const found = await of(urn).read(callOf(urn), existingOf(existing));
      return found && { id: found.id, inputs: found.inputs, outputs: found.properties };
    },
    delete: (urn, existing) => of(urn).delete(callOf(urn), existingOf(existing)),
  };
}

function nativeType(urn: string): string {
  return typeOfUrn(urn).replace("pulumi-nodejs:dynamic/cloudplatform/", "cloudplatform:");
}

/** What a program of the dynamic provider adds to the inputs of a resource. */
export function hiddenInputs(urn: string, type: string, { adopt }: { adopt?: string | undefined }): Properties {
  const name = type.slice(type.lastIndexOf(":") + 1);
  return { __provider: loaderText(name), __urn: urn, ...(adopt !== undefined && { __adopt: adopt }) };
}
