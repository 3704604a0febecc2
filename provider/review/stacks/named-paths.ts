import { existsSync, statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

/** Files that name others: sources of the languages that Pulumi runs, and their manifests. */
const source = /\.([cm]?[jt]sx?|py|go|cs|fs|vb|java|kt|scala|ya?ml|json|toml|mod|work|txt|[cf]sproj)$/;

/** `../shared/network.ts` in an import, a manifest or a call. */
const path = /(?<![\w./])\.\.?\/[^\s"'`<>()[\]{},;:*?|]*/g;

/** Between the parts of a path in `join(folder, "..", "shared")`. */
const joint = /["'`]\s*,\s*["'`]/g;

/** `@team/network` in quotes: a package of the repository. */
const packageName = /(?<=["'`])(?:@[\w.-]+\/)?[\w.-]+(?=["'`/])/g;

/** What a path in an import may leave out, or name otherwise. */
const endings = ["", ".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".json", ".py"];

/** A repository, as far as its files name each other. */
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
 * Files and folders that a project's files name, and those that these name: what a change of touches the project. By text, in every
 * language alike: what is named in a comment counts as well, since a review too many costs time alone.
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
  // Of `./network.js` the source may be `network.ts`.
  const names = [...endings.map((ending) => `${path}${ending}`), path.replace(/\.([cm]?)js$/, ".$1ts")];
  return names.find((name) => existsSync(name));
}

function isKnown(path: string, reached: ReadonlySet<string>): boolean {
  return [...reached].some((one) => isBelow(path, one));
}

/** Whether a path is a folder, or in it. */
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
