import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Builds the package of an earlier commit, with today's dependencies. `folder` is empty, and the caller removes it. */
export async function earlierPackage(commit: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const { builtPackage } = (await import(
    pathToFileURL(join(folder, "provider/pack/built.ts")).href
  )) as typeof import("../../provider/pack/built.ts");
  return builtPackage("provider");
}
