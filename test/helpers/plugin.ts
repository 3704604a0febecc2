import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Built, buildPlugin } from "../../provider/pack/native/build.ts";
import { atEndOfFile } from "./endings.ts";
import { type Plugin, startPluginProcess } from "./plugin-process.ts";

export type { Plugin };

/** The temporary folder of a file goes with its tests. */
const cache = fileURLToPath(new URL("../../node_modules/.cache", import.meta.url));

let building: Promise<Built & { folder: string }> | undefined;

/** The plugin as users get it, built once for a worker. */
export function builtPlugin(): Promise<Built & { folder: string }> {
  building ??= (async () => {
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(join(cache, "plugin-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    return { ...(await buildPlugin(folder)), folder };
  })();
  return building;
}

/** Starts the plugin; it ends with the tests of the file. */
export async function startPlugin(env: Record<string, string> = {}, ...args: string[]): Promise<Plugin> {
  const { file } = await builtPlugin();
  return startCommand(process.execPath, [file, ...args], { ...process.env, ...env });
}

/** Starts the plugin by a command; it ends with the tests of the file. */
export async function startCommand(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<Plugin> {
  const plugin = await startPluginProcess(command, args, env);
  atEndOfFile(plugin.end);
  return plugin;
}
