import { createRequire, registerHooks } from "node:module";
import { dirname, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Program } from "./options.ts";

/** Number of runs so far: each loads the modules of its program again. */
let runs = 0;
let areHooksSet = false;

/** Folder of this package, whose own modules are loaded once. */
const ownFolder = pathToFileURL(`${dirname(dirname(fileURLToPath(import.meta.url)))}${sep}`).href;

const mark = "cloudplatform-run";

interface Jest {
  resetModules(): void;
  doMock(file: string, factory: () => unknown): unknown;
}

/** Jest passes it to each module. */
declare const jest: Jest | undefined;

/** Jest can only forget all modules at once, so the packages that take long to load are kept as what it calls mocks. */
function renewInJest(own: Jest): void {
  const load = createRequire(import.meta.url);
  const kept = ["@pulumi/pulumi", "@cloudplatform/pulumi"].map((name) => [load.resolve(name), load(name)] as const);
  own.resetModules();
  for (const [file, module] of kept) own.doMock(file, () => module);
}

/**
 * Matches `import("./deploy.ts")` and `require("./index.js")`, also as rewritten by test runners, but not the name of an imported
 * binding.
 */
const loading = /\b(import|require)\s*\(|dynamic_import/;

/**
 * Makes the modules that a program loads run again, as in the new process of each `pulumi up`; modules of packages
 * (`node_modules`) are kept. A function that declares its resources itself loads nothing, and costs nothing here.
 */
export async function renewModules(program: Program): Promise<void> {
  if (!loading.test(String(program))) return;
  runs++;
  if ("__vitest_worker__" in globalThis) {
    const { vi } = (await import(/* @vite-ignore */ "vitest" as string)) as { vi: { resetModules(): void } };
    vi.resetModules();
    return;
  }
  if (typeof jest !== "undefined") return renewInJest(jest);
  setHooks();
  const { cache } = createRequire(import.meta.url);
  for (const file of Object.keys(cache ?? {})) if (isOfProgram(pathToFileURL(file).href)) delete cache[file];
}

/** Node caches ES modules by URL. */
function setHooks(): void {
  if (areHooksSet || typeof registerHooks !== "function") return;
  areHooksSet = true;
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const isLoadedAnew = context.conditions.includes("import") && isOfProgram(resolved.url);
      return isLoadedAnew ? { ...resolved, url: `${resolved.url}?${mark}=${runs}` } : resolved;
    },
  });
}

function isOfProgram(url: string): boolean {
  return (
    url.startsWith("file:") &&
    !url.includes("/node_modules/") &&
    !url.includes(`${mark}=`) &&
    !url.startsWith(ownFolder)
  );
}
