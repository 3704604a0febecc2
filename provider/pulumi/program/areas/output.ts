import * as pulumi from "@pulumi/pulumi";
import { PlatformError, ResponseError } from "../../../client/index.ts";
import type { Definition } from "../../../functions/definition.ts";
import { type Given, type Lookup, type LookupOptions, mapSecrets } from "../../../functions/lookup.ts";
import { setLookupDefaults } from "../../../functions/lookup-defaults.ts";
import type { Args } from "../input.ts";
import { asRunError, clientOf, lookupClient, providerSettings, secretSettings } from "../provider.ts";
import { outputsOfFinished } from "../resource.ts";
import { withChildren } from "../sdk/children.ts";
import { knownValue } from "../sdk/known-value.ts";
import { mocksAreSet } from "../sdk/mocks.ts";
import { storeOfRun } from "../sdk/run-store.ts";
import { unknownOutput } from "../sdk/unknown-output.ts";
import { takeUpLate } from "./late-rejections.ts";
import { mockResponse } from "./mocks.ts";

// Lookups in a Pulumi program use the settings of their provider or of the stack.
setLookupDefaults({
  client: lookupClient,
  mockedResult: (...call) => (mocksAreSet() ? mockResponse(...call) : undefined),
  run: storeOfRun,
  warn: (text) => void pulumi.log.warn(text),
  isPreview: () => pulumi.runtime.isDryRun(),
  decorateError: decorated,
});

function decorated(error: unknown): unknown {
  if (!(error instanceof PlatformError)) return error;
  takeUpLate();
  // Without a stack trace, for lookups that nothing has awaited: Pulumi prints those after the program has ended.
  error.stack = error.message;
  return asRunError(error);
}

/** Options of the `…Output` form of a function. */
export interface LookupOutputOptions extends LookupOptions {
  /**
   * Resources that must exist before the request is sent; an earlier response to an identical call is not reused. In a preview, the
   * result is unknown if the platform rejects the request while one of the resources is yet to be created, finished or changed.
   */
  dependsOn?: pulumi.Input<pulumi.Input<pulumi.Resource>[]> | pulumi.Input<pulumi.Resource>;
}

/** A function that takes Inputs. If one of them is unknown in a preview, so is the result. */
export type OutputLookup<Args_, Result> = (...given: Given<Args<Args_>, LookupOutputOptions>) => pulumi.Output<Result>;

/**
 * Creates the `…Output` form of a function. A response that is secret, or contains a secret, is encrypted in state and hidden in
 * output.
 */
export function outputOf<Args_ extends object, Result>(lookup: Lookup<Args_, Result>): OutputLookup<Args_, Result> {
  const looseLookup = lookup as unknown as LooseLookup<Result>;
  const outputForm = (
    args: object = {},
    { dependsOn, ...options }: LookupOutputOptions = {},
  ): pulumi.Output<Result> => {
    const fresh = options.fresh === true || dependsOn !== undefined;
    const settings = options.client === undefined && !mocksAreSet() ? providerSettings(options) : undefined;
    const hidden = options.client === undefined && !mocksAreSet() ? secretSettings(options) : [];
    const resources = resourcesOf(dependsOn);
    const response = pulumi.all([pulumi.output(args), idsOf(resources), settings]).apply(async ([known, , source]) => {
      const client = source === undefined ? options.client : clientOfKnown(source, await hidden);
      const result = looseLookup(known, { ...options, client, fresh });
      return dependsOn === undefined ? result : result.catch((error) => unknownIfEarly(error, resources));
    });
    if (lookup.definition.isSecret === true) return pulumi.secret(response) as pulumi.Output<Result>;
    const hidesNothing = Array.isArray(hidden) && hidden.length === 0;
    if (lookup.definition.secrets === undefined && hidesNothing) return response as pulumi.Output<Result>;
    return response.apply(async (known) => {
      const { settings: used } = hidesNothing ? {} : (options.client ?? (await lookupClient(options)));
      const isSecret = holdsSecret(lookup.definition, known) || holdsSetting(known, await hidden, used);
      return isSecret ? pulumi.secret(known) : known;
    }) as pulumi.Output<Result>;
  };
  return outputForm as OutputLookup<Args_, Result>;
}

/** Statuses if the platform has not created or finished an object yet. */
const early: readonly number[] = [400, 404, 409];

/**
 * In a preview, a resource in `dependsOn` may be unfinished, such as a cluster after an interrupted `up`: the platform refuses
 * the request now, and `up` sends it again when the resource is finished. If all resources are finished, the request is wrong.
 */
async function unknownIfEarly(error: unknown, dependsOn: ResourceList): Promise<never> {
  const isEarly = pulumi.runtime.isDryRun() && error instanceof ResponseError && early.includes(error.status);
  const unknown = isEarly && !(await areFinished(dependsOn)) ? unknownOutput() : undefined;
  if (unknown === undefined) throw error;
  return unknown as never;
}

/**
 * Whether a preview knows the finished state of the resources. Resources of other packages are never the reason for a refusal.
 */
async function areFinished(dependsOn: ResourceList): Promise<boolean> {
  const finished = dependsOn.apply((resources) => pulumi.all(resources.flatMap(outputsOfFinished)).apply(() => true));
  return (await knownValue(finished)) === true;
}

/** Returns the client for a provider's settings. Invalid settings fail the lookup. */
function clientOfKnown(...known: Parameters<typeof clientOf>): ReturnType<typeof clientOf> {
  try {
    return clientOf(...known);
  } catch (error) {
    throw decorated(error);
  }
}

function holdsSecret(definition: Definition, response: unknown): boolean {
  let isFound = false;
  mapSecrets(definition, response, () => {
    isFound = true;
  });
  return isFound;
}

/** Whether a response repeats a secret setting, such as the requested project. */
function holdsSetting(response: unknown, secret: readonly string[], used: object = {}): boolean {
  if (secret.length === 0 || response === null || typeof response !== "object") return false;
  return Object.entries(response).some(
    ([name, value]) =>
      (secret.includes(name) && String(value) === String((used as Record<string, unknown>)[name])) ||
      holdsSetting(value, secret, used),
  );
}

/** A lookup whose types are checked by its callers. */
type LooseLookup<Result> = (args: unknown, options: LookupOptions) => Promise<Result>;

/** Known when the resources exist: ids of custom resources, URNs of components. */
function idsOf(dependsOn: ResourceList): pulumi.Output<unknown> {
  return dependsOn.apply((resources) =>
    pulumi.all(resources.map((one) => (pulumi.CustomResource.isInstance(one) ? one.id : one.urn))),
  );
}

type ResourceList = pulumi.Output<pulumi.Resource[]>;

/** The resources, and those in components at the time of the call: later ones may depend on the lookup's result. */
function resourcesOf(dependsOn: LookupOutputOptions["dependsOn"]): ResourceList {
  const withTheirs = (one: unknown) => [one].flat().flatMap((resource) => withChildren(resource as pulumi.Resource));
  const given = [dependsOn ?? []]
    .flat()
    .map((one) =>
      pulumi.Resource.isInstance(one)
        ? withTheirs(one)
        : pulumi.output(one as pulumi.Input<pulumi.Resource>).apply(withTheirs),
    );
  return pulumi.output(given).apply((known) => known.flat() as pulumi.Resource[]) as ResourceList;
}
