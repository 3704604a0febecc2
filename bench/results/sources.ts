import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { minifySync, transformSync } from "rolldown/utils";

/** A hash of the code below some paths: without notes and installed packages, and without comments, types and layout in scripts. */
export function sourcesHash(root: URL, paths: readonly string[]): string {
  const folder = fileURLToPath(root);
  const hash = createHash("sha256");
  for (const file of paths.flatMap((path) => filesOf(folder, path)).toSorted()) {
    hash.update(`${file}\n`);
    hash.update(codeOf(join(folder, file)));
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

/** Code by the script's text: most benchmarks measure the same scripts. */
const codes = new Map<string, string>();

/** What runs of a file: rewording a comment does not make a measurement older than the code. */
function codeOf(file: string): string {
  const text = readFileSync(file, "utf8");
  if (!/\.[cm]?[jt]s$/.test(file)) return text;
  const code = codes.get(text) ?? minified(file, text);
  codes.set(text, code);
  return code;
}

function minified(file: string, text: string): string {
  const transformed = transformSync(file, text);
  const [error] = transformed.errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  const codegen = { removeWhitespace: true, legalComments: "none" } as const;
  return minifySync(file.replace(/ts$/, "js"), transformed.code, { compress: false, mangle: false, codegen }).code;
}
