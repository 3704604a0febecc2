import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** A hash of the code below some paths, without notes and installed packages. */
export function sourcesHash(root: URL, paths: readonly string[]): string {
  const folder = fileURLToPath(root);
  const hash = createHash("sha256");
  for (const file of paths.flatMap((path) => filesOf(folder, path)).toSorted()) {
    hash.update(`${file}\n`);
    hash.update(readFileSync(join(folder, file)));
  }
  return hash.digest("hex").slice(0, 16);
}

function filesOf(folder: string, path: string): string[] {
  const full = join(folder, path);
  if (statSync(full).isFile()) return [path];
  return globSync("**/*.{ts,js,mjs,cjs,html,css,json}", { cwd: full, exclude: (name) => name === "node_modules" })
    .filter((file) => statSync(join(full, file)).isFile())
    .map((file) => relative(folder, join(full, file)));
}
