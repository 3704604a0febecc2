import { execFile } from "node:child_process";
import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { ReviewError } from "../model/errors.ts";
import type { StackPlace } from "./find.ts";
import { isBelow, namedPaths, readRepository } from "./named-paths.ts";

/** Files in a folder above a project that affect its program: what is installed, and how it is compiled. */
const manifest =
  /^(package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-.+\.yaml|bun\.lockb?|tsconfig.*\.json|\.npmrc|\.nvmrc|\.(node|python)-version|\.tool-versions|go\.(mod|sum|work|work\.sum)|pyproject\.toml|uv\.lock|poetry\.lock|requirements.*\.txt|Pipfile(\.lock)?|Directory\..+\.props|pom\.xml|.+\.gradle(\.kts)?)$/;

/**
 * The stacks affected by the changes since a commit: changes in the project's folder, in the paths that its files name, in
 * manifests and lock files of the folders above, and in files that affect all stacks, such as the policy configuration. A change
 * of `Pulumi.<stack>.yaml` affects only that stack.
 */
export async function touchedStacks(
  stacks: readonly StackPlace[],
  options: { root: string; since: string; decisive: readonly string[] },
): Promise<StackPlace[]> {
  if (options.since.startsWith("-"))
    throw new ReviewError(`--changed-since must name a commit; got ${JSON.stringify(options.since)}.`, "CP4001");
  const root = await realpath(options.root);
  const changed = await changedFiles(root, options.since);
  if (options.decisive.some((file) => changed.some((one) => isBelow(one, resolve(file))))) return [...stacks];
  const repository = await readRepository(await topOf(root));
  const folders = [...new Set(stacks.map(({ folder }) => folder))];
  const touched = new Map<string, Set<string> | "all">();
  for (const folder of folders) {
    const own = join(root, folder);
    const named = await namedPaths(repository, own);
    const names = new Set(stacks.filter((one) => one.folder === folder).map((one) => bareName(one)));
    const others = folders.map((one) => join(root, one)).filter((one) => one !== own && isBelow(one, own));
    const relevant = changed.filter((file) => !others.some((one) => isBelow(file, one) && !named.has(one)));
    touched.set(folder, touchedOf(own, relevant, named, names));
  }
  return stacks.filter((one) => {
    const all = touched.get(one.folder);
    return all === "all" || all?.has(bareName(one));
  });
}

/** All stacks of a project, or only those whose settings changed. */
function touchedOf(
  own: string,
  changed: readonly string[],
  named: ReadonlySet<string>,
  names: ReadonlySet<string>,
): Set<string> | "all" {
  const settings = new Set<string>();
  for (const file of changed) {
    const stack = isBelow(file, own) ? /^Pulumi\.(.+)\.ya?ml$/.exec(basename(file))?.[1] : undefined;
    const isAbove = isBelow(own, dirname(file)) && manifest.test(basename(file));
    if (stack !== undefined && names.has(stack)) settings.add(stack);
    // A changed submodule is a single path, and may contain a named path.
    else if (isAbove || [...named].some((one) => isBelow(file, one) || isBelow(one, file))) return "all";
  }
  return settings;
}

function bareName({ id }: StackPlace): string {
  return id.slice(id.indexOf("/") + 1);
}

/** Files that differ from the merge base with the commit, including uncommitted and untracked files. */
async function changedFiles(root: string, since: string): Promise<string[]> {
  const top = await topOf(root);
  const differing = await git(root, "diff", "--name-only", "--no-renames", "-z", "--merge-base", since, "--");
  const added = await git(top, "ls-files", "--others", "--exclude-standard", "-z");
  return `${differing}${added}`
    .split("\0")
    .filter((file) => file !== "")
    .map((file) => join(top, file));
}

async function topOf(root: string): Promise<string> {
  return resolve(root, (await git(root, "rev-parse", "--show-cdup")).trim());
}

function git(cwd: string, ...args: string[]): Promise<string> {
  return new Promise((done, reject) => {
    execFile("git", args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error === null) return done(stdout);
      const reason = (stderr || error.message).trim().split("\n")[0];
      const remedy = "A shallow clone lacks the history: fetch it (fetch-depth: 0).";
      reject(new ReviewError(`What has changed could not be read from git: ${reason}. ${remedy}`, "CP4001"));
    });
  });
}
