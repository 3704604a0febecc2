import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { dynamic } from "@pulumi/pulumi";
import { ResourceInitError } from "./failure.ts";
import type { AnyHandler, Properties } from "./handler.ts";
import { programSecretPaths } from "./operation-secrets.ts";
import type { Provider } from "./secret-keeper.ts";
import { bareValue, isMarked, marked } from "./secrets.ts";

/**
 * A provider that packs some of a resource's outputs into one, for inputs that are large: the state has them in clear as
 * inputs already, and an operation of a dynamic provider is given the outputs only.
 */
export function packingOutputs(
  { packed: names = [], earlierInputs = {} }: AnyHandler,
  provider: Provider,
): dynamic.ResourceProvider {
  if (names.length === 0) return provider;
  // They may hold secrets that the program does not have any more, so that nothing else says what of them is secret.
  const earlier = Object.keys(earlierInputs);
  const unpack = (olds: Properties = {}): Properties => {
    const { __packed, ...others } = olds;
    // After an update that failed half-way the engine's own copy of the inputs is the one from before.
    return typeof __packed === "string" ? { ...withoutDeclared(others, names), ...unpacked(__packed) } : others;
  };
  const pack = (outputs: Properties): Properties => {
    const values = pick(outputs, names);
    const text = deflateRawSync(JSON.stringify(bareValue(values))).toString("base64");
    const isSecret =
      holdsMarked(values) ||
      // What the platform has where the program has a secret may be another text than the program's.
      hasSecretAt(names, outputs) ||
      earlier.some((name) => values[name] !== undefined);
    return { ...without(withoutDeclared(outputs, names), names), __packed: isSecret ? marked(text) : text };
  };
  const answering = async <T>(action: Promise<T>): Promise<T> => {
    try {
      return await action;
    } catch (error) {
      if (!(error instanceof ResourceInitError)) throw error;
      throw new ResourceInitError(error.id, pack(error.properties), error.message);
    }
  };
  return {
    configure: provider.configure,
    check: provider.check,
    diff: (id, olds, news) => provider.diff(id, unpack(olds), news),
    async create(news) {
      const { outs, ...made } = await answering(provider.create(news));
      return { ...made, outs: pack(outs ?? {}) };
    },
    async read(id, properties) {
      const { props, ...found } = await provider.read(id, unpack(properties));
      return found.id === "" || found.id === undefined ? { ...found, props } : { ...found, props: pack(props ?? {}) };
    },
    async update(id, olds, news) {
      const { outs } = await answering(provider.update(id, unpack(olds), news));
      return { outs: pack(outs ?? {}) };
    },
    delete: (id, properties) => provider.delete(id, unpack(properties)),
  };
}

function unpacked(text: string): Properties {
  return JSON.parse(inflateRawSync(Buffer.from(text, "base64")).toString("utf8"));
}

function holdsMarked(value: unknown): boolean {
  if (value === null || typeof value !== "object") return false;
  return isMarked(value) || Object.values(value).some(holdsMarked);
}

function hasSecretAt(names: readonly string[], { __secrets }: Properties): boolean {
  return programSecretPaths(__secrets, names).some(([name = ""]) => names.includes(name));
}

function pick(properties: Properties, names: readonly string[]): Properties {
  return Object.fromEntries(
    Object.entries(properties).filter(([name, value]) => names.includes(name) && value !== null),
  );
}

/** What was declared is in the packed copy, too. */
function withoutDeclared({ __declared, ...others }: Properties, names: readonly string[]): Properties {
  const declared = without((__declared ?? {}) as Properties, names);
  return Object.keys(declared).length === 0 ? others : { ...others, __declared: declared };
}

function without(properties: Properties, names: readonly string[]): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
}
