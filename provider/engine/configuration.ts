import { type Client, createClient, type SettingsInput } from "../client/index.ts";
import { readSettings } from "../client/settings.ts";

/** Reads a configuration value by its full key, `cloudplatform:baseUrl`. */
export interface Configuration {
  get(key: string): string | undefined;
}

/** One client for each set of settings, however many resources and lookups use it. */
const clients = new Map<string, Client>();

/** The client that the stack's configuration and the environment describe. Throws a SettingsError. */
export function configuredClient(configuration: Configuration | undefined, given: SettingsInput = {}): Client {
  const settings = readSettings(given, (name) => configuration?.get(`cloudplatform:${name}`));
  const key = JSON.stringify(settings);
  const known = clients.get(key);
  if (known !== undefined) return known;
  const made = createClient(settings);
  clients.set(key, made);
  return made;
}
