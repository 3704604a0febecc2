import { type Client, createClient, SettingsError, type SettingsInput } from "./index.ts";
import { Gate } from "./rate-gate.ts";
import { readSettings, unknownSettingProblem } from "./settings.ts";

/** Reads a configuration value by its full key, `cloudplatform:baseUrl`. */
export interface Configuration {
  get(key: string): string | undefined;
}

/** A configuration that lists its keys. */
export interface SettingsSource extends Configuration {
  /** Names in the namespace `cloudplatform`. */
  names(): string[];
  /** Whether a value of any namespace contains a text: Pulumi keeps a dynamic provider's whole configuration in state. */
  holds?(text: string): boolean;
}

const namespace = "cloudplatform:";

/** Adapts the configuration that a dynamic provider receives. Its list of values is not public; without it, no key is checked. */
export function providerConfiguration(configuration: Configuration): SettingsSource {
  const { rawConfig } = configuration as { rawConfig?: unknown };
  const raw = rawConfig !== null && typeof rawConfig === "object" ? rawConfig : {};
  const names = settingNamesIn(raw);
  const holds = (text: string) => Object.values(raw).some((value) => typeof value === "string" && value.includes(text));
  return { get: (key) => configuration.get(key), names: () => names, holds };
}

/** Setting names in the namespace `cloudplatform`, from a configuration with full keys. */
export function settingNamesIn(configuration: object): string[] {
  return Object.keys(configuration)
    .filter((key) => key.startsWith(namespace))
    .map((key) => key.slice(namespace.length));
}

/** One client per set of settings, shared by all resources and lookups of a process. */
const clients = new Map<string, Client>();

/** Returns the client that configuration and environment describe. Throws a SettingsError. */
export function configuredClient(configuration: SettingsSource | undefined, given: SettingsInput = {}): Client {
  const problem = unknownSettingProblem(configuration?.names() ?? []);
  if (problem !== undefined) throw new SettingsError(problem, "CP1004");
  const settings = readSettings(given, (name) => configuration?.get(`${namespace}${name}`));
  const key = JSON.stringify(settings);
  const known = clients.get(key);
  if (known !== undefined) return known;
  const made = createClient(settings);
  clients.set(key, made);
  return made;
}

/** Makes the process start over: no existing client, cache, claim or pause is used again. For several commands in one process. */
export function forgetClients(): void {
  clients.clear();
  Gate.forgetAll();
}
