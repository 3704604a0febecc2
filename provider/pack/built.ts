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

/** Where the built folders are. */
export const builtFolder = join(root, "node_modules/.cache/built-packages");

/** What is no source of a package: what npm and Node write, what is built of the sources, and the documentation's own site. */
const written = ["node_modules", "compile-cache", ".vitepress"];

/** A day. */
const keptMs = 24 * 60 * 60 * 1000;

/** Longer than any build takes. */
const buildMs = 10 * 60 * 1000;

/**
 * The folder of a package as `npm run pack` builds it, from the present sources: it is built when they have changed. Programs
 * load it in a third of the time of the checkout's TypeScript.
 */
export function builtPackage(folder: "provider" | "emulator"): Promise<string> {
  const one = packages.find((candidate) => candidate.folder === folder);
  if (one === undefined) throw new Error(`${folder} is no package.`);
  // The emulator includes what it takes from the provider.
  return built(folder, new Set(["provider", folder]), async (draft) => {
    // The bundler is loaded for this alone.
    const { buildPackage } = await import("./build.ts");
    await buildPackage(one, draft);
    // What npm installs for this package alone.
    await symlink(join("../../../..", folder, "node_modules"), join(draft, "node_modules"));
  });
}

/** The native plugin, as {@link builtPackage}: who uses it writes nothing to its folder. */
export async function builtPlugin(): Promise<BuiltPlugin> {
  const folder = await built("plugin", ["provider"], async (draft) => {
    const { buildPlugin } = await import("./native/build.ts");
    const { modules } = await buildPlugin(draft);
    await writeFile(join(draft, namesFile), JSON.stringify(modules));
  });
  return { folder, file: join(folder, pluginFile), modules: JSON.parse(readFileSync(join(folder, namesFile), "utf8")) };
}

/** The folder of the archives of all packages, as `npm run pack` writes them. */
export function builtArchives(): Promise<string> {
  return built("archives", ["provider", "emulator", "policies", "docs"], async (draft) => {
    await promisify(execFile)(process.execPath, [join(root, "provider/pack/main.ts"), draft], { cwd: root });
  });
}

/** A built plugin in its folder. */
export interface BuiltPlugin extends Built {
  folder: string;
}

/** Beside the plugin, the names of the modules whose code is in it. */
const namesFile = "modules.json";

/** What is built from the present sources of some folders, by one process, when they have changed. */
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
      // Another process may have been faster, after a mark that was left.
      await rename(draft, made).catch(() => rm(draft, { recursive: true, force: true }));
    } finally {
      rmSync(mark, { force: true });
    }
  }
  // What is used is not old.
  utimesSync(made, new Date(), new Date());
  return made;
}

/** Whether no other process builds the same; at the start of a run, each of seven workers wants all that is built. */
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

/** Whether the process that has made a mark was killed. */
function isLeft(mark: string): boolean {
  try {
    const { mtimeMs } = statSync(mark);
    const pid = Number(readFileSync(mark, "utf8"));
    return Date.now() - mtimeMs > buildMs || !isAlive(pid);
  } catch {
    // It has ended since.
    return false;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** Who changes sources all day has a build for each change. */
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
