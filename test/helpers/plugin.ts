import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { type Built, buildPlugin } from "../../provider/native/build.ts";
import { type Plugin, startPluginProcess } from "./plugin-process.ts";

export type { Plugin };

/** What to do when the tests of the file have ended; a hook cannot be added inside a test. */
const endings: (() => void | Promise<void>)[] = [];
afterAll(async () => void (await Promise.all(endings.map((end) => end()))));

let building: Promise<Built & { folder: string }> | undefined;

/** The plugin as users get it, built once for a test file. */
export function builtPlugin(): Promise<Built & { folder: string }> {
  building ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), "plugin-"));
    endings.push(() => rmSync(folder, { recursive: true, force: true }));
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
  endings.push(plugin.end);
  return plugin;
}
