import { settingNames } from "../client/settings.ts";
import type { ConfigValue, DeployOptions } from "./options.ts";
import { defaultKey } from "./platforms.ts";
import type { StackNames } from "./urns.ts";

/** The configuration of a stack by full keys, as a program reads it. */
export function configurationOf(
  { config = {} }: DeployOptions,
  { project }: StackNames,
  baseUrl: string,
): { config: Record<string, string>; secretKeys: string[] } {
  const found: Record<string, string> = { "cloudplatform:baseUrl": baseUrl, "cloudplatform:apiKey": defaultKey };
  const secretKeys = ["cloudplatform:apiKey"];
  for (const [name, value] of Object.entries(config))
    for (const key of keysOf(name, project)) {
      found[key] = textOf(value);
      if (isSecret(value)) secretKeys.push(key);
    }
  return { config: found, secretKeys };
}

/** A key without a namespace belongs to the project, and also to the provider if it has a setting of that name. */
function keysOf(name: string, project: string): string[] {
  if (name.includes(":")) return [name];
  const isSetting = (settingNames as readonly string[]).includes(name);
  return [`${project}:${name}`, ...(isSetting ? [`cloudplatform:${name}`] : [])];
}

function isSecret(value: ConfigValue): value is { secret: string } {
  return typeof value === "object" && "secret" in value && typeof value.secret === "string";
}

function textOf(value: ConfigValue): string {
  if (isSecret(value)) return value.secret;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
