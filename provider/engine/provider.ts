import * as pulumi from "@pulumi/pulumi";
import { type Client, PlatformError, SettingsError, type SettingsInput } from "../client/index.ts";
import { settingNames, unknownSettingProblem } from "../client/settings.ts";
import { configuredClient, stackConfiguration } from "./configuration.ts";
import type { Args } from "./input.ts";
import { promiseOf } from "./urn.ts";

/** Settings of a {@link Provider}. What is left out comes from the stack's configuration, then from the environment. */
export type ProviderArgs = Args<SettingsInput>;

/** Inputs of a provider resource, as the engine hands them to `configure`: `cloudplatform:baseUrl` and so on. */
type Inputs = Record<string, pulumi.Input<string | undefined>>;

const inputsOfProviders = new WeakMap<pulumi.Resource, Inputs>();

/** Dynamic resources belong to this package; a component's `providers` are found by it. */
const providerPackage = "pulumi-nodejs";

/**
 * Settings for some of a program's resources and lookups: another account, project or platform.
 *
 * Use it with the option `provider` of a resource or lookup, or with `providers` of a component, whose children
 * inherit it. A setting that is left out comes from the stack's configuration, then from the environment. The API key is
 * encrypted in state; another key or base URL updates the provider and replaces no resource.
 *
 * *Errors:* `SettingsError` for an argument that is not a setting; a value that is not valid is a check failure of
 * each resource that uses the provider.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as cloudplatform from "@cloudplatform/pulumi";
 *
 * const eu = new cloudplatform.Provider("eu", {
 *   baseUrl: "https://eu.example.com",
 *   apiKey: new pulumi.Config().requireSecret("euKey"),
 *   projectId: 2,
 * });
 * new cloudplatform.cdn.RuleTemplate("images", { rule: "/images/.*", ruleType: 0 }, { provider: eu });
 * export const apps = cloudplatform.edge.getAppsOutput({}, { provider: eu }).count;
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    const inputs = providerInputs(args);
    super(providerPackage, name, inputs, options);
    rememberProvider(this, inputs);
  }
}

/** Keeps the settings of a provider for the lookups that name it. */
export function rememberProvider(provider: pulumi.ProviderResource, inputs: Inputs): void {
  inputsOfProviders.set(provider, inputs);
}

/** Settings by their full keys: those that are given, then those of the stack. */
export function providerInputs(args: ProviderArgs): Inputs {
  const problem =
    unknownSettingProblem(Object.keys(args), { prefix: "" }) ?? unknownSettingProblem(stackConfiguration.names());
  if (problem !== undefined) throw asRunError(new SettingsError(problem));
  const inputs: Inputs = {};
  for (const name of settingNames) {
    const key = `cloudplatform:${name}`;
    const configured = stackConfiguration.get(key);
    const given = args[name];
    if (given === undefined && configured === undefined) continue;
    const text = given === undefined ? configured : pulumi.output(given).apply((value) => textOf(value) ?? configured);
    inputs[key] = name === "apiKey" ? pulumi.secret(text) : text;
  }
  return inputs;
}

function textOf(value: string | number | boolean | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** Inputs of a provider that are known. */
type KnownInputs = Record<string, string | undefined>;

/** What says which provider an operation uses. */
export interface ProviderOptions {
  provider?: pulumi.ProviderResource;
  parent?: pulumi.Resource;
}

/**
 * Settings of the provider that options name, or that their parent hands on; undefined: the stack's. The key in it is
 * in clear and no secret, so that answers do not become secret; nothing of it may become an output.
 */
export function providerSettings({ provider, parent }: ProviderOptions): pulumi.Output<KnownInputs> | undefined {
  const used = provider ?? providerOf(parent);
  if (used === undefined) return undefined;
  const inputs = inputsOfProviders.get(used);
  if (inputs === undefined && provider !== undefined)
    throw asRunError(new SettingsError("The option provider of a lookup must be a Provider of @cloudplatform/pulumi."));
  if (inputs === undefined) return undefined;
  return pulumi.unsecret(pulumi.output(inputs));
}

/** The provider that a parent hands on. */
function providerOf(parent: pulumi.Resource | undefined): pulumi.ProviderResource | undefined {
  return parent?.getProvider(`${providerPackage}:index:lookup`) ?? parent?.getProvider("cloudplatform:index:lookup");
}

/** The client that the inputs of a provider describe. */
export function clientOf(inputs: KnownInputs): Client {
  return configuredClient({ get: (key) => inputs[key], names: () => [] });
}

/** Our errors speak for themselves: Pulumi prints those of this mark without a stack (RunError.isInstance). */
export function asRunError<T>(error: T): T {
  return error instanceof PlatformError ? Object.defineProperty(error, "__pulumiRunError", { value: true }) : error;
}

/** The client that a lookup asks with. */
export async function lookupClient(options: ProviderOptions): Promise<Client> {
  const settings = providerSettings(options);
  if (settings === undefined) return configuredClient(stackConfiguration);
  const known = await promiseOf(settings);
  if (known === undefined)
    throw new SettingsError(
      "The settings of the lookup's provider are not known yet in this preview. Use the …Output form of the lookup, which waits for them.",
    );
  return clientOf(known);
}
