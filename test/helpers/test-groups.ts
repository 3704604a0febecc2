import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What finds the Pulumi CLI, and installs it where it is missing. */
const tool = join(root, "tools/pulumi.mjs");

/** A test file that changes its process for good begins with this, and the reason. */
const alone = "// In a process of its own: ";

/** A test file that needs signals, shells or executables of POSIX begins with this, and the reason. */
const posix = "// On POSIX alone: ";

/** Tests of the checkout's own files: what they find is the same on every system. */
const ofCheckout = /^test\/(docs|generate|tools)\//;

/** The test files by what they need. */
export interface TestGroups {
  /** Those that start processes as users have them, or a browser: their name says so. */
  processes: string[];
  /** Others of `e2e`, and those that import the tool, directly or through helpers. */
  cli: string[];
  /** Those that say so in their first line. */
  alone: string[];
  /** All others: they share processes. */
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

/** The modules of the project that a file names. */
function importsOf(file: string): string[] {
  if (!existsSync(file)) return [];
  // Types run nothing.
  const source = readFileSync(file, "utf8").replace(/^import type [^;]*;$/gm, "");
  const names = source.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g);
  return [...names].map(([, name = ""]) => resolve(dirname(file), name));
}
