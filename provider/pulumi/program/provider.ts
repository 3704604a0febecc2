import * as pulumi from "@pulumi/pulumi";
import { configuredClient, type SettingsSource } from "../../client/configured-client.ts";
import { type Client, PlatformError, SettingsError, type SettingsInput } from "../../client/index.ts";
import { platformKey } from "../../client/platform-id.ts";
import { redactor } from "../../client/redact.ts";
import { settingNames, unknownSettingProblem } from "../../client/settings.ts";
import { secretMark, settingTexts } from "../../engine/secrets/operation-secrets.ts";
import { stackConfiguration } from "./configuration.ts";
import type { Args } from "./input.ts";
import { isConfigSecret } from "./sdk/config-secrets.ts";
import { withholdRequests } from "./sdk/debug-messages.ts";
import { knownValue } from "./sdk/known-value.ts";

/** Settings of a {@link Provider}. Omitted settings come from the stack's configuration, then from the environment. */
export type ProviderArgs = Args<SettingsInput>;

/** Inputs of a provider resource, as the engine passes them to `configure`: `cloudplatform:baseUrl` and so on. */
type Inputs = Record<string, pulumi.Input<string | undefined>>;

/**
 * Where a provider keeps its inputs. All copies of this package know the symbol: a component of a library may come with a copy of its own,
 * and a function in it would otherwise ask the stack's account.
 */
const inputsOfProvider = Symbol.for("@cloudplatform/pulumi/provider");

/** The package of dynamic resources, by which a component's `providers` are found. */
const providerPackage = "pulumi-nodejs";

/**
 * Settings for some resources and functions of a program: another account, project or platform.
 *
 * Pass it in the option `provider` of a resource or function, or in `providers` of a component, whose children inherit it.
 * An omitted setting comes from the stack's configuration, then from the environment. The API key is encrypted in state. A change of
 * the key or base URL updates the provider and replaces no resource.
 *
 * *Errors:* `SettingsError` for an argument that is not a setting. An invalid value is a check failure of each resource that uses
 * the provider.
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

/** Keeps the settings of a provider for the lookups that use it. */
export function rememberProvider(provider: pulumi.ProviderResource, inputs: Inputs): void {
  Object.defineProperty(provider, inputsOfProvider, { value: inputs });
}

/** Settings by their full keys: the given value, else the stack's. */
export function providerInputs(args: ProviderArgs): Inputs {
  withholdRequests();
  const problem =
    unknownSettingProblem(Object.keys(args), { prefix: "" }) ?? unknownSettingProblem(stackConfiguration.names());
  if (problem !== undefined) throw asRunError(new SettingsError(problem, "CP1004"));
  const inputs: Inputs = {};
  for (const name of settingNames) {
    const key = `cloudplatform:${name}`;
    const configured = stackConfiguration.get(key);
    const given = args[name];
    if (given === undefined && configured === undefined) continue;
    const ofStack = isConfigSecret(key) ? pulumi.secret(configured) : configured;
    const text =
      given === undefined ? ofStack : pulumi.output(given).apply((value) => pulumi.output(textOf(value) ?? ofStack));
    inputs[key] = name === "apiKey" ? pulumi.secret(text) : text;
  }
  return inputs;
}

function textOf(value: string | number | boolean | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** The known inputs of a provider. */
type KnownInputs = Record<string, string | undefined>;

type SettingName = (typeof settingNames)[number];

/**
 * Names of the settings that are secret for a resource or lookup, in the configuration or in its provider. Leaves out the API
 * key, which is always secret.
 */
export function secretSettings(options: ProviderOptions): SettingName[] | Promise<SettingName[]> {
  const names = settingNames.filter((name) => name !== "apiKey");
  const inputs = providerInputsFor(options);
  if (inputs === undefined) return names.filter((name) => isConfigSecret(`cloudplatform:${name}`));
  const values = names.map((name) => inputs[`cloudplatform:${name}`]);
  if (!values.some((value) => pulumi.Output.isInstance(value))) return [];
  return Promise.all(values.map((value) => pulumi.Output.isInstance(value) && pulumi.isSecret(value))).then((secret) =>
    names.filter((_, index) => secret[index]),
  );
}

/** Options that select the provider of an operation. */
export interface ProviderOptions {
  provider?: pulumi.ProviderResource;
  parent?: pulumi.Resource;
}

/**
 * Settings of the provider that the options name or that their parent passes on; undefined: the stack's. The key among them is in
 * clear and not a secret, so that responses do not become secret; none of them may become an output.
 */
export function providerSettings({ provider, parent }: ProviderOptions): pulumi.Output<KnownInputs> | undefined {
  const used = provider ?? providerOf(parent);
  if (used === undefined) return undefined;
  const inputs = inputsKeptBy(used);
  if (inputs === undefined && provider !== undefined)
    throw asRunError(
      new SettingsError("The option provider of a function must be a Provider of @cloudplatform/pulumi.", "CP1005"),
    );
  if (inputs === undefined) return undefined;
  return pulumi.unsecret(pulumi.output(inputs));
}

/** Inputs of the provider that the options name or that their parent passes on; undefined: the stack's. */
function providerInputsFor({ provider, parent }: ProviderOptions): Inputs | undefined {
  const used = provider ?? providerOf(parent);
  return used && inputsKeptBy(used);
}

function inputsKeptBy(provider: pulumi.ProviderResource): Inputs | undefined {
  return (provider as { [inputsOfProvider]?: Inputs })[inputsOfProvider];
}

/** The provider that a parent passes to its children. */
function providerOf(parent: pulumi.Resource | undefined): pulumi.ProviderResource | undefined {
  return parent?.getProvider(`${providerPackage}:index:lookup`) ?? parent?.getProvider("cloudplatform:index:lookup");
}

/** The settings that determine the account of a resource, as one text; undefined if they are unknown or invalid. */
export async function accountSettings(options: ProviderOptions): Promise<string | undefined> {
  const inputs = providerInputsFor(options);
  const known = inputs === undefined ? {} : await knownValue(pulumi.output(inputs));
  if (known === undefined) return undefined;
  try {
    const source = inputs === undefined ? stackConfiguration : { get: (key: string) => known[key], names: () => [] };
    const { baseUrl, apiKey } = configuredClient(source).settings;
    return `${platformKey(baseUrl)} ${apiKey}`;
  } catch (error) {
    // `check` reports it.
    if (error instanceof SettingsError) return undefined;
    throw error;
  }
}

/** Returns the client for the inputs of a provider. Its errors show none of the secret settings. */
export function clientOf(inputs: KnownInputs, secret: readonly string[]): Client {
  return discreetClient({ get: (key) => inputs[key], names: () => [] }, secret);
}

/** Returns a client whose errors do not show the secret settings, even if a setting itself is invalid. */
function discreetClient(source: SettingsSource, secret: readonly string[]): Client {
  const texts = secret.flatMap((name) => settingTexts(source.get(`cloudplatform:${name}`)));
  try {
    const client = configuredClient(source);
    client.keepSecret(texts);
    return client;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new SettingsError(redactor(texts, secretMark)(error.detail), error.errorCode);
  }
}

/** Our errors are complete messages: this marker makes Pulumi print them without a stack (RunError.isInstance). */
export function asRunError<T>(error: T): T {
  return error instanceof PlatformError ? Object.defineProperty(error, "__pulumiRunError", { value: true }) : error;
}

/** The client of a lookup. */
export async function lookupClient(options: ProviderOptions): Promise<Client> {
  const settings = providerSettings(options);
  const secret = await secretSettings(options);
  if (settings === undefined) return discreetClient(stackConfiguration, secret);
  const known = await knownValue(settings);
  if (known === undefined)
    throw new SettingsError(
      "The settings of the function's provider are not known yet in this preview. Use the …Output form of the function, which waits for them.",
      "CP1005",
    );
  return clientOf(known, secret);
}
