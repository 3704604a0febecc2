import { configuredClient, providerConfiguration } from "../../../client/configured-client.ts";
import { InputError, SettingsError } from "../../../client/index.ts";
import { redactor } from "../../../client/redact.ts";
import { secretMark, settingTexts } from "../../../engine/secrets/operation-secrets.ts";
import * as areas from "../../../functions/index.ts";
import { type Lookup, mapSecrets } from "../../../functions/lookup.ts";
import { type LookupDefaults, withLookupDefaults } from "../../../functions/lookup-defaults.ts";
import { camel } from "../../../schema/index.ts";
import { plain } from "../../../values/plain.ts";
import type { Properties } from "../../../values/properties.ts";
import { marked } from "../../formats/markers.ts";
import type { Configuration } from "./configuration.ts";
import { NotFoundError } from "./errors.ts";

type AnyLookup = Lookup<Record<string, unknown>, unknown>;

/** Lookups by their tokens: `cloudplatform:edge:getApps`. */
export const lookups: ReadonlyMap<string, AnyLookup> = new Map(
  Object.values(areas)
    .flatMap((area) => Object.values(area))
    .filter((one): one is AnyLookup => typeof one === "function" && "definition" in one && !isWalk(one))
    .map((one) => [tokenOf(one.definition.name), one]),
);

function tokenOf(name: string): string {
  return `cloudplatform:${name.replace(".", ":")}`;
}

/** A list that is read item by item exists only in programs. */
function isWalk(one: unknown): boolean {
  return Object.prototype.toString.call(one) === "[object AsyncGeneratorFunction]";
}

export interface Asked {
  configuration: Configuration;
  /** Names of secret settings. */
  secretSettings: readonly string[];
  isPreview: boolean;
  signal: AbortSignal;
}

const defaults: Omit<LookupDefaults, "isPreview"> = {
  // The settings of the environment may be of another account.
  client: () => {
    throw new Error("A lookup of the plugin has been given no client.");
  },
  mockedResult: () => undefined,
  run: () => process,
  warn: (text) => process.stderr.write(`${text}\n`),
  decorateError: (error) => error,
};

/** Serves a lookup. Responses travel as objects: a list becomes the field `items` of an object. */
export async function answerLookup(
  token: string,
  args: Properties,
  { configuration, secretSettings, isPreview, signal }: Asked,
): Promise<{ response?: Properties; problems?: readonly string[] }> {
  const lookup = lookups.get(token);
  if (lookup === undefined) throw new NotFoundError(`The provider cloudplatform has no function ${token}.`);
  const secret = secretSettings.flatMap((name) => settingTexts(configuration[`cloudplatform:${name}`]));
  try {
    const client = configuredClient(
      providerConfiguration({ get: (key: string) => configuration[key], rawConfig: configuration } as never),
    );
    client.keepSecret(secret);
    const found = await withLookupDefaults({ ...defaults, isPreview: () => isPreview }, () =>
      lookup(inCamelCase(args) as Properties, { client, signal }),
    );
    const shown =
      lookup.definition.isSecret === true
        ? Object.fromEntries(Object.entries(found as Properties).map(([key, value]) => [key, marked(value)]))
        : mapSecrets(lookup.definition, found, marked);
    const response = plain(Array.isArray(shown) ? { items: shown } : (shown as object));
    const isHidden = (name: string, value: unknown) =>
      secretSettings.includes(name) && String(value) === configuration[`cloudplatform:${name}`];
    return { response: withMarked(response, isHidden) as Properties };
  } catch (error) {
    if (error instanceof InputError) return { problems: error.problems };
    if (error instanceof SettingsError)
      throw new SettingsError(redactor(secret, secretMark)(error.detail), error.errorCode);
    throw error;
  }
}

/** Pulumi's SDK for Python sends the keys of dictionaries in arguments as written: `type_name`. */
function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, below]) => [camel(name), inCamelCase(below)]));
}

/** Marks the values of secret settings that a response repeats, such as the requested project. */
function withMarked(value: unknown, isHidden: (name: string, value: unknown) => boolean): unknown {
  if (Array.isArray(value)) return value.map((element) => withMarked(element, isHidden));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, below]) => [
      name,
      isHidden(name, below) ? marked(below) : withMarked(below, isHidden),
    ]),
  );
}
