import { isDeepStrictEqual } from "node:util";
import type { dynamic } from "@pulumi/pulumi";
import { EngineError, ResourceInitError } from "./failure.ts";
import type { AnyHandler, Properties } from "./handler.ts";
import { declaredOf, splitHidden } from "./hidden.ts";
import { inputNames } from "./live-inputs.ts";
import {
  OperationSecrets,
  programSecretPaths,
  schemaSecretPaths,
  secretSettingNames,
  withSecrets,
} from "./operation-secrets.ts";
import { isMarked, marked } from "./secrets.ts";

/** The operations of a resource's provider. */
export type Provider = Required<
  Pick<dynamic.ResourceProvider, "check" | "diff" | "create" | "read" | "update" | "delete">
> &
  Pick<dynamic.ResourceProvider, "configure">;

/**
 * A provider that keeps its secrets: no error, reason or check failure shows one, and every copy in what it returns is
 * marked, so that the engine encrypts it. The engine itself marks outputs by the name of the input that is secret.
 */
export function keepingSecrets(handler: AnyHandler, provider: Provider): Provider {
  const names = inputNames(handler);
  const ofSchema = schemaSecretPaths(handler.schema);
  const secretsOf = (bags: readonly Properties[]) => {
    const paths = [...ofSchema, ...bags.flatMap((bag) => programSecretPaths(bag.__secrets, names))];
    const settings = bags.flatMap((bag) => secretSettingNames(bag.__secrets));
    // Most resources have none: then their values need not be looked through.
    if (paths.length === 0) return new OperationSecrets([], [], [], settings);
    const declared = bags.flatMap((bag) => [
      declaredOf(names, bag),
      ...Object.entries(handler.earlierInputs ?? {}).map(([output, input]) => ({ [input]: bag[output] })),
    ]);
    return new OperationSecrets(paths, declared, bags, settings);
  };
  const keep = async <T>(bags: readonly (Properties | undefined)[], action: () => Promise<T>) => {
    const secrets = secretsOf(bags.map((bag) => bag ?? {}));
    try {
      return { secrets, result: await withSecrets(secrets, action) };
    } catch (error) {
      throw withoutSecrets(error, secrets, (properties) => outputs(properties, bags.at(-1), secrets));
    }
  };
  const outputs = (made: Properties, from: Properties | undefined, secrets: OperationSecrets): Properties => {
    const shown = Object.entries(made).map(([name, value]) => {
      if (name === "__declared") return [name, holdsValue(value) ? marked(value) : value];
      return [name, name.startsWith("__") ? value : markCopies(value, secrets)];
    });
    return { ...Object.fromEntries(shown), ...(from?.__secrets !== undefined && { __secrets: from.__secrets }) };
  };

  return {
    configure: provider.configure,
    async check(olds, news) {
      const { secrets, result } = await keep([olds, news], () => provider.check(olds, news));
      const failures = result.failures?.map((failure) => toldFailure(failure, news, secrets));
      return { ...result, inputs: filledMarked(result.inputs, news, secrets), failures };
    },
    async diff(id, olds, news) {
      return (await keep([olds, news], () => provider.diff(id, olds, news))).result;
    },
    async create(news) {
      const { secrets, result } = await keep([news], () => provider.create(news));
      return { ...result, outs: outputs(result.outs ?? {}, news, secrets) };
    },
    async read(id, properties = {}) {
      const { secrets, result } = await keep([properties], () => provider.read(id, properties));
      if (result.id === "" || result.id === undefined) return result;
      const inputs = result.inputs && outputs(result.inputs, properties, secrets);
      return { ...result, props: outputs(result.props ?? {}, properties, secrets), inputs };
    },
    async update(id, olds, news) {
      const { secrets, result } = await keep([olds, news], () => provider.update(id, olds, news));
      return { ...result, outs: outputs(result.outs ?? {}, news, secrets) };
    },
    async delete(id, properties) {
      await keep([properties], () => provider.delete(id, properties));
    },
  };
}

/**
 * A failure as the engine may print it. Beside the name of an input the engine prints its value, secret or not; where the
 * value holds a secret, the name goes into the reason.
 */
function toldFailure(
  { property, reason }: dynamic.CheckFailure,
  news: Properties,
  secrets: OperationSecrets,
): dynamic.CheckFailure {
  const value = news[property];
  const isPrinted = value !== undefined && !isDeepStrictEqual(secrets.shown([property], value), value);
  const failure = isPrinted ? { property: "", reason: `${property} ${reason}` } : { property, reason };
  return { property: secrets.redact(failure.property), reason: secrets.redact(failure.reason) };
}

/** Marks inputs that `check` has filled in from secret settings. The engine marks those that the program has given. */
function filledMarked(inputs: Properties | undefined, news: Properties, secrets: OperationSecrets): Properties {
  const marks = Object.entries(inputs ?? {}).map(([name, value]) => {
    const isFilled = news[name] === undefined && value !== undefined && secrets.isSecretInput(name);
    return [name, isFilled ? marked(value) : value];
  });
  return Object.fromEntries(marks);
}

/** Names that were left out are no secret. */
function holdsValue(declared: unknown): boolean {
  return Object.values(splitHidden((declared ?? {}) as Properties).own).some((value) => value !== null);
}

/** Marks what the platform repeats of a secret input at another place, but no text that the program shows there itself. */
function markCopies(value: unknown, secrets: OperationSecrets): unknown {
  if (secrets.texts.length === 0) return value;
  if (typeof value === "string") return secrets.isRevealedBy(value) ? marked(value) : value;
  if (typeof value === "number") return secrets.texts.includes(String(value)) ? marked(value) : value;
  if (Array.isArray(value)) return value.map((element) => markCopies(element, secrets));
  if (value === null || typeof value !== "object" || isMarked(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, markCopies(element, secrets)]));
}

function withoutSecrets(error: unknown, secrets: OperationSecrets, mark: (made: Properties) => Properties): unknown {
  if (error instanceof ResourceInitError)
    return new ResourceInitError(error.id, mark(error.properties), secrets.redact(error.message));
  if (error instanceof EngineError) return new EngineError(secrets.redact(error.message));
  return error;
}
