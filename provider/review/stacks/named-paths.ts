import { existsSync, statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

/** Files that may name other files: sources of the languages that Pulumi runs, and their manifests. */
const source = /\.([cm]?[jt]sx?|py|go|cs|fs|vb|java|kt|scala|ya?ml|json|toml|mod|work|txt|[cf]sproj)$/;

/** `../shared/network.ts` in an import, a manifest or a call. */
const path = /(?<![\w./])\.\.?\/[^\s"'`<>()[\]{},;:*?|]*/g;

/** Separator between the parts of a path in `join(folder, "..", "shared")`. */
const joint = /["'`]\s*,\s*["'`]/g;

/** `@team/network` in quotes: a package of the repository. */
const packageName = /(?<=["'`])(?:@[\w.-]+\/)?[\w.-]+(?=["'`/])/g;

/** Extensions that an import may leave out. */
const endings = ["", ".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".json", ".py"];

/** A repository and its npm packages. */
export interface Repository {
  root: string;
  /** Folders of its npm packages by name. */
  packages: ReadonlyMap<string, string>;
}

export async function readRepository(root: string): Promise<Repository> {
  const manifests = (await filesBelow(root)).filter((file) => /(^|\/)package\.json$/.test(file));
  const packages = new Map<string, string>();
  for (const file of manifests) {
    const named = /"name"\s*:\s*"([^"]+)"/.exec(await readFile(join(root, file), "utf8"))?.[1];
    if (named !== undefined) packages.set(named, dirname(join(root, file)));
  }
  return { root, packages };
}

/**
 * Files and folders that a project's files name, directly or through other named files. A change in any of them affects the
 * project. The search works on text, alike in every language: names in comments count as well, since an unnecessary review only
 * costs time.
 */
export async function namedPaths({ root, packages }: Repository, folder: string): Promise<Set<string>> {
  const reached = new Set([folder]);
  for (const place of reached) {
    const below = statSync(place).isDirectory() ? (await filesBelow(place)).map((file) => join(place, file)) : [place];
    for (const file of below.filter((one) => source.test(one))) {
      const text = await readFile(file, "utf8");
      const named = [...`${text}\n${text.replace(joint, "/")}`.matchAll(path)].map(([one]) =>
        existing(resolve(dirname(file), one)),
      );
      const installed = [...text.matchAll(packageName)].map(([one]) => packages.get(one));
      for (const one of [...named, ...installed])
        if (one !== undefined && isBelow(one, root) && !isBelow(folder, one) && !isKnown(one, reached))
          reached.add(one);
    }
  }
  return reached;
}

function existing(path: string): string | undefined {
  // The source of `./network.js` may be `network.ts`.
  const names = [...endings.map((ending) => `${path}${ending}`), path.replace(/\.([cm]?)js$/, ".$1ts")];
  return names.find((name) => existsSync(name));
}

function isKnown(path: string, reached: ReadonlySet<string>): boolean {
  return [...reached].some((one) => isBelow(path, one));
}

/** Whether a path is a folder or lies within it. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || !/^\.\.([\\/]|$)|^([A-Za-z]:|\/)/.test(way);
}

async function filesBelow(root: string, folder = root): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries.map(async (one) => {
    if (one.name === "node_modules" || one.name.startsWith(".")) return [];
    const file = join(folder, one.name);
    return one.isDirectory() ? filesBelow(root, file) : [relative(root, file).replaceAll("\\", "/")];
  });
  return (await Promise.all(found)).flat();
}
