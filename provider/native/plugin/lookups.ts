import { AsyncLocalStorage } from "node:async_hooks";
import { InputError } from "../../client/index.ts";
import { configuredClient, providerConfiguration } from "../../engine/configuration.ts";
import type { Properties } from "../../engine/handler.ts";
import { plain } from "../../engine/hidden.ts";
import { marked } from "../../engine/secrets.ts";
import * as areas from "../../lookups/index.ts";
import { type Lookup, mapSecrets } from "../../lookups/lookup.ts";
import { setLookupDefaults } from "../../lookups/lookup-defaults.ts";
import type { Configuration } from "./configuration.ts";

type AnyLookup = Lookup<Record<string, unknown>, unknown>;

/** Lookups by their tokens: `cloudplatform:edge:getApps`. */
export const lookups: ReadonlyMap<string, AnyLookup> = new Map(
  Object.values(areas)
    .flatMap((area) => Object.values(area))
    .filter((one): one is AnyLookup => typeof one === "function" && "definition" in one && !isWalk(one))
    .map((one) => [tokenOf(one.definition.name), one]),
);

/** Answers that are secret as a whole. */
export const secretAnswers: ReadonlySet<string> = new Set(["kubernetes.getKubeconfig"]);

function tokenOf(name: string): string {
  return `cloudplatform:${name.replace(".", ":")}`;
}

/** A list that is read item by item exists in programs only. */
function isWalk(one: unknown): boolean {
  return Object.prototype.toString.call(one) === "[object AsyncGeneratorFunction]";
}

const previews = new AsyncLocalStorage<boolean>();

setLookupDefaults({
  client: () => {
    throw new Error("A lookup of the plugin has been given no client.");
  },
  mockedResult: () => undefined,
  warn: (text) => process.stderr.write(`${text}\n`),
  isPreview: () => previews.getStore() === true,
  decorateError: (error) => error,
});

export interface Asked {
  configuration: Configuration;
  isPreview: boolean;
  signal: AbortSignal;
}

/** Answers a lookup. Answers travel as objects: a list becomes the field `items` of one. */
export async function answerLookup(
  token: string,
  args: Properties,
  { configuration, isPreview, signal }: Asked,
): Promise<{ answer?: Properties; problems?: readonly string[] }> {
  const lookup = lookups.get(token);
  if (lookup === undefined) throw new Error(`The provider cloudplatform has no function ${token}.`);
  try {
    const client = configuredClient(
      providerConfiguration({ get: (key: string) => configuration[key], rawConfig: configuration } as never),
    );
    const found = await previews.run(isPreview, () => lookup(args, { client, signal }));
    const shown = secretAnswers.has(lookup.definition.name)
      ? Object.fromEntries(Object.entries(found as Properties).map(([key, value]) => [key, marked(value)]))
      : mapSecrets(lookup.definition, found, marked);
    return { answer: plain(Array.isArray(shown) ? { items: shown } : (shown as object)) };
  } catch (error) {
    if (error instanceof InputError) return { problems: error.problems };
    throw error;
  }
}
