import * as pulumi from "@pulumi/pulumi";
import type { InputSetting } from "../../engine/handler/definition.ts";
import { settingMark } from "../../engine/secrets/operation-secrets.ts";
import { type ProviderOptions, secretSettings } from "./provider.ts";
import { knownValue } from "./sdk/known-value.ts";

/**
 * What a resource tells its provider about secret settings, beside the paths of its secret inputs: their names, and the paths of
 * the inputs that take their value from one. The provider itself gets all settings in clear.
 */
export function settingMarksOf(
  fromSettings: readonly InputSetting[] = [],
  args: pulumi.Input<object> | undefined,
  options: ProviderOptions,
): string[] | Promise<string[]> {
  const secret = secretSettings(options);
  if (Array.isArray(secret) && secret.length === 0) return [];
  const marks = async () => {
    const names = await secret;
    const given: Record<string, unknown> = {
      ...((pulumi.Output.isInstance(args) ? await knownValue(args, { withUnknowns: true }) : args) as object),
    };
    const filled = fromSettings.filter((name) => names.includes(name) && given[name] === undefined);
    return [...names.map(settingMark), ...filled.map((name) => `/${name}`)];
  };
  // The SDK waits for the same value, and reports an argument that fails.
  return marks().catch(() => []);
}

/** Merges paths and marks; undefined if there are none. */
export function merged(
  paths: string[] | Promise<string[] | undefined> | undefined,
  marks: string[] | Promise<string[]>,
): string[] | Promise<string[] | undefined> | undefined {
  if (Array.isArray(marks) && marks.length === 0) return paths;
  return Promise.all([paths, marks]).then(([some = [], more]) => {
    const all = [...new Set([...some, ...more])].sort();
    return all.length === 0 ? undefined : all;
  });
}
