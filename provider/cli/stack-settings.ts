import { dirname, resolve } from "node:path";
import { readSettings, type Settings, SettingsError } from "../client/index.ts";
import { findProjectFile } from "../pulumi/formats/project-file.ts";
import type { StackFlags } from "./stack-flags.ts";
import type { Terminal } from "./terminal.ts";

/** The settings of a command, and configuration values that no text may show. */
interface CommandSettings {
  settings: Settings;
  secrets: readonly string[];
}

/**
 * Settings from the environment, if it has both base URL and API key. Otherwise the settings that a program in the stack (default:
 * the folder's selected one) would get: from the stack's configuration, then from the environment. A complete environment is never
 * mixed with a stack's configuration.
 */
export async function commandSettings(
  { environment, folder = process.cwd(), signal }: Terminal,
  { stack, cwd = "." }: Partial<StackFlags> = {},
): Promise<CommandSettings> {
  const isComplete = Boolean(environment.CLOUDPLATFORM_BASE_URL) && Boolean(environment.CLOUDPLATFORM_API_KEY);
  const project = isComplete ? undefined : projectOf(resolve(folder, cwd));
  if (project === undefined) return { settings: readSettings({}, undefined, environment), secrets: [] };
  const { pulumiIn } = await import("./doctor/pulumi.ts");
  const { settingTexts } = await import("../engine/secrets/operation-secrets.ts");
  const { readConfiguration } = await import("./doctor/stack.ts");
  const { config = {}, secret, failure } = await readConfiguration(pulumiIn(project, environment, signal), stack);
  try {
    const settings = readSettings({}, (name) => config[name], environment);
    return { settings, secrets: secret.flatMap((name) => settingTexts(config[name])) };
  } catch (error) {
    if (failure === undefined || !(error instanceof SettingsError)) throw error;
    throw new SettingsError(
      `${error.detail} The configuration of the stack could not be read: ${failure}.`,
      error.errorCode,
    );
  }
}

/** The folder of the Pulumi project that contains a folder. */
export function projectOf(folder: string): string | undefined {
  const file = findProjectFile(folder);
  return file && dirname(file);
}
