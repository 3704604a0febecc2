import { type BuiltPlugin, builtPlugin as pluginOfSources } from "../../provider/pack/built.ts";
import { atEndOfFile } from "./endings.ts";
import { type Plugin, startPluginProcess } from "./plugin-process.ts";

export type { Plugin };

let building: Promise<BuiltPlugin> | undefined;

/** Builds the plugin as users get it. Each worker compares the build with the sources only once. */
export function builtPlugin(): Promise<BuiltPlugin> {
  building ??= pluginOfSources();
  return building;
}

/** Starts the plugin and ends it after the tests of the file. */
export async function startPlugin(env: Record<string, string> = {}, ...args: string[]): Promise<Plugin> {
  const { file } = await builtPlugin();
  return startCommand(process.execPath, [file, ...args], { ...process.env, ...env });
}

/** Starts the plugin with a command and ends it after the tests of the file. */
export async function startCommand(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  cwd?: string,
): Promise<Plugin> {
  const plugin = await startPluginProcess(command, args, env, cwd);
  atEndOfFile(plugin.end);
  return plugin;
}
