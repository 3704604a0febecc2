import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Built } from "./native/build.ts";
import { packages, pluginFile, root } from "./packages.ts";

/** Where the built folders are. */
export const builtFolder = join(root, "node_modules/.cache/built-packages");

/** What is no source: what npm and Node write, and what is built of the sources. */
const written = ["node_modules", "compile-cache"];

/** A day. */
const keptMs = 24 * 60 * 60 * 1000;

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

/** A built plugin in its folder. */
export interface BuiltPlugin extends Built {
  folder: string;
}

/** Beside the plugin, the names of the modules whose code is in it. */
const namesFile = "modules.json";

/** What is built from the present sources of some folders, which is done when they have changed. */
async function built(
  name: string,
  sources: Iterable<string>,
  build: (draft: string) => Promise<void>,
): Promise<string> {
  const made = join(builtFolder, `${name}-${hashOfSources(sources)}`);
  if (existsSync(made)) {
    // What is used is not old.
    utimesSync(made, new Date(), new Date());
    return made;
  }
  await removeOld();
  const draft = join(builtFolder, randomUUID());
  await build(draft);
  // Another process may have been faster.
  await rename(draft, made).catch(() => rm(draft, { recursive: true, force: true }));
  return made;
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
