import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The module that finds the Pulumi CLI and installs it if it is missing. */
const tool = join(root, "tools/pulumi.mjs");

/** A test file that changes its process permanently starts with this comment and the reason. */
const alone = "// In a process of its own: ";

/** A test file that needs POSIX signals, shells or executables starts with this comment and the reason. */
const posix = "// On POSIX alone: ";

/** Tests of the checkout's own files, with the same result on every system. */
const ofCheckout = /^test\/(docs|generate|tools)\//;

/** The test files, grouped by their requirements. */
export interface TestGroups {
  /** Files that start processes as users do, or a browser, as their name indicates. */
  processes: string[];
  /** Other files of `e2e`, and files that import the tool directly or through helpers. */
  cli: string[];
  /** Files that request it in their first line. */
  alone: string[];
  /** All other files, which share processes. */
  shared: string[];
}

export function testGroups(): TestGroups {
  const imports = new Map<string, string[]>();
  const reachesTool = (file: string, seen: Set<string>): boolean => {
    if (file === tool) return true;
    if (seen.has(file)) return false;
    seen.add(file);
    const named = imports.get(file) ?? importsOf(file);
    imports.set(file, named);
    return named.some((one) => reachesTool(one, seen));
  };
  const groupOf = (name: string): keyof TestGroups => {
    if (/\.(process|browser)\.test\.ts$/.test(name)) return "processes";
    if (name.startsWith("test/e2e/") || reachesTool(join(root, name), new Set())) return "cli";
    return readFileSync(join(root, name), "utf8").startsWith(alone) ? "alone" : "shared";
  };
  const files = globSync("test/**/*.test.ts", { cwd: root, exclude: ["test/.stacks/**"] });
  const runsHere = (name: string) =>
    process.platform !== "win32" ||
    !(ofCheckout.test(name) || readFileSync(join(root, name), "utf8").startsWith(posix));
  const names = files.map((file) => file.replaceAll("\\", "/")).filter(runsHere);
  return { processes: [], cli: [], alone: [], shared: [], ...Object.groupBy(names, groupOf) };
}

/** Returns the project's modules that a file imports. */
function importsOf(file: string): string[] {
  if (!existsSync(file)) return [];
  // Type imports load no code.
  const source = readFileSync(file, "utf8").replace(/^import type [^;]*;$/gm, "");
  const names = source.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g);
  return [...names].map(([, name = ""]) => resolve(dirname(file), name));
}
