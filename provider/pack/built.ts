import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { isAlive } from "../values/is-alive.ts";
import type { Built } from "./native/build.ts";
import { packages, pluginFile, root } from "./packages.ts";

/** Folder of all builds. */
export const builtFolder = join(root, "node_modules/.cache/built-packages");

/** Not part of a package's sources: what npm and Node write, what is built from the sources, and the documentation's own site. */
const written = ["node_modules", "compile-cache", ".vitepress"];

/** One day. */
const keptMs = 24 * 60 * 60 * 1000;

/** Longer than any build takes. */
const buildMs = 10 * 60 * 1000;

/**
 * Returns the folder of a package, built from the current sources as `npm run pack` does it, if they have changed. Programs load
 * it in a third of the time of the checkout's TypeScript.
 */
export function builtPackage(folder: "provider" | "emulator"): Promise<string> {
  const one = packages.find((candidate) => candidate.folder === folder);
  if (one === undefined) throw new Error(`${folder} is no package.`);
  // The emulator includes code of the provider.
  return built(folder, new Set(["provider", folder]), async (draft) => {
    // The bundler is only loaded for a build.
    const { buildPackage } = await import("./build.ts");
    await buildPackage(one, draft);
    // The dependencies that npm installs for this package only.
    await symlink(join("../../../..", folder, "node_modules"), join(draft, "node_modules"));
  });
}

/** The native plugin, built like {@link builtPackage}: its users must not write to its folder. */
export async function builtPlugin(): Promise<BuiltPlugin> {
  const folder = await built("plugin", ["provider"], async (draft) => {
    const { buildPlugin } = await import("./native/build.ts");
    const { modules } = await buildPlugin(draft);
    await writeFile(join(draft, namesFile), JSON.stringify(modules));
  });
  return { folder, file: join(folder, pluginFile), modules: JSON.parse(readFileSync(join(folder, namesFile), "utf8")) };
}

/** Returns the folder with the archives of all packages, as `npm run pack` writes them. */
export function builtArchives(): Promise<string> {
  return built("archives", ["provider", "emulator", "policies", "docs"], async (draft) => {
    await promisify(execFile)(process.execPath, [join(root, "provider/pack/main.ts"), draft], { cwd: root });
  });
}

/** A built plugin in its folder. */
export interface BuiltPlugin extends Built {
  folder: string;
}

/** Beside the plugin: the names of the modules that it includes. */
const namesFile = "modules.json";

/** Returns a build from the current sources of some folders. If they have changed, one process builds it. */
async function built(
  name: string,
  sources: Iterable<string>,
  build: (draft: string) => Promise<void>,
): Promise<string> {
  const made = join(builtFolder, `${name}-${hashOfSources(sources)}`);
  mkdirSync(builtFolder, { recursive: true });
  const mark = `${made}.building`;
  while (!existsSync(made)) {
    if (!isFirst(mark)) {
      await setTimeout(100);
      continue;
    }
    try {
      await removeOld();
      const draft = join(builtFolder, randomUUID());
      await build(draft);
      // Another process may have been faster, after a stale mark.
      await rename(draft, made).catch(() => rm(draft, { recursive: true, force: true }));
    } finally {
      rmSync(mark, { force: true });
    }
  }
  // Marks the build as recently used.
  utimesSync(made, new Date(), new Date());
  return made;
}

/** Whether no other process builds the same: at the start of a run, each of seven workers requests every build. */
function isFirst(mark: string): boolean {
  try {
    writeFileSync(mark, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    if (isLeft(mark)) rmSync(mark, { force: true });
    return false;
  }
}

/** Whether a mark is stale because its process was killed. */
function isLeft(mark: string): boolean {
  try {
    const { mtimeMs } = statSync(mark);
    const pid = Number(readFileSync(mark, "utf8"));
    return Date.now() - mtimeMs > buildMs || !isAlive(pid);
  } catch {
    // The build has ended since.
    return false;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** Someone who changes sources all day gets a build for each change. */
async function removeOld(): Promise<void> {
  for (const name of existsSync(builtFolder) ? readdirSync(builtFolder) : []) {
    const made = join(builtFolder, name);
    const { mtimeMs } = statSync(made, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs !== undefined && Date.now() - mtimeMs > keptMs) await rm(made, { recursive: true, force: true });
  }
}

function hashOfSources(folders: Iterable<string>): string {
  const hash = createHash("sha256");
  for (const folder of folders)
    for (const file of filesBelow(folder)) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest("hex").slice(0, 16);
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !written.includes(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}
