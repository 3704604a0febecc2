import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPlugin } from "../../provider/pack/native/build.ts";
import { memoryMib } from "./usage.ts";

/** The no-op plugin, which uses the SDK of this checkout. */
export const noopPlugin = fileURLToPath(new URL("noop-plugin.cjs", import.meta.url));

/** Folders of the two plugins, for the PATH of a stack. */
export async function pluginFolders(): Promise<{ native: string; noop: string }> {
  const folder = mkdtempSync(join(tmpdir(), "bench-native-"));
  const [native, noop] = [join(folder, "native"), join(folder, "noop")];
  await buildPlugin(native);
  mkdirSync(noop);
  writeFileSync(join(noop, "pulumi-resource-noop"), `#!/usr/bin/env node\nrequire(${JSON.stringify(noopPlugin)});\n`);
  chmodSync(join(noop, "pulumi-resource-noop"), 0o755);
  return { native, noop };
}

/**
 * Time until a provider's process prints its port, and its memory at that time (Linux). Ends it as the engine does, so that it
 * keeps what it has compiled.
 */
export async function startUp(file: string): Promise<{ ms: number; cpuMs: number; mib: number }> {
  const begun = performance.now();
  const { NODE_COMPILE_CACHE: _cache, ...env } = process.env;
  const child = spawn(process.execPath, [file, "127.0.0.1:1"], { env, stdio: ["ignore", "pipe", "ignore"] });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const ms = performance.now() - begun;
  const mib = memoryMib(child.pid, "VmRSS");
  if (mib === undefined) throw new Error(`${file} has ended.`);
  const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  await ended;
  return { ms, cpuMs: ((user ?? 0) + (system ?? 0)) * 10, mib };
}
