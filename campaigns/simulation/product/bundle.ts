import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { compileFunction } from "node:vm";
import { type OutputChunk, rolldown } from "rolldown";

const root = resolve(import.meta.dirname, "../../..");
const entry = join(import.meta.dirname, "entry.ts");

/**
 * Modules whose content is the same in all processes: schemas, patterns, definitions, and what reads them. All processes share
 * one copy. The other modules are loaded for each process, because they contain its caches, its records and its clock.
 */
const shared = [
  /^provider\/(api|errors|regex|schema|types)\//,
  /^provider\/pulumi\/formats\/(?!project-file)/,
  /^provider\/pulumi\/native\/schema\.json$/,
  /^provider\/resources\/registry\.ts$/,
  /^provider\/resources\/[\w-]+\/(definition|losses|change|parts)\.ts$/,
  /^provider\/resources\/(write-only-input|cluster\/interrupted-creation|reservation\/(inputs|purchase-mark)|rule-set\/(rules|weights)|rule-template\/check)\.ts$/,
  /^provider\/engine\/backend\/(cli-output|stack-names)\.ts$/,
  /^provider\/engine\/compare\//,
  /^provider\/engine\/handler\/(definition|errors)\.ts$/,
  /^provider\/engine\/(ownership\/note-form|records\/record-form)\.ts$/,
  /^provider\/engine\/secrets\/(operation-secrets|secret-places)\.ts$/,
  /^provider\/client\/(decoded|encodings|entities|errors|pages|problem|redact)\.ts$/,
  /^provider\/client\/evidence\/(own-form|witnesses)\.ts$/,
  /^provider\/values\/(canonical-json|counted|decimal|duration|glob|in-parallel|json-pointer|loose-text|plain)\.ts$/,
  /^provider\/values\/(stand-in|unknown|unreadable|version)\.ts$/,
];

/** A change of one source file. The replaced text must occur in it exactly once. */
export interface Patch {
  /** Path relative to the root of the checkout. */
  file: string;
  replace: string;
  by: string;
}

/** The modules of a provider's process, as its entry exports them. */
export type Product = typeof import("./entry.ts");

/** Replacements for Node's modules and globals in a process. */
export interface Globals {
  modules: Readonly<Record<string, object>>;
  process: object;
  performance: object;
}

/** Loads the product into a process. */
export type Load = (globals: Globals) => Product;

/** Bundles the sources of the product once. Each call of the result simulates a process that loads them. */
export async function bundle(patches: readonly Patch[] = []): Promise<Load> {
  const build = await rolldown({
    input: entry,
    platform: "node",
    logLevel: "silent",
    external: (id) => /^[@\w]/.test(id) && !id.startsWith("@cloudplatform/"),
    plugins: [sourcesOf(patches)],
  });
  const { output } = await build.generate({ format: "cjs", codeSplitting: false });
  await build.close();
  const [chunk] = output as [OutputChunk];
  // The product as CommonJS. A dynamic import of the sources becomes a `require` of a module that the process already has.
  const code = chunk.code.replaceAll(/\bimport\((".*?")\)/g, "Promise.resolve(require($1))");
  const outside = await modulesOf([...chunk.imports, ...chunk.dynamicImports]);
  const load = compileFunction(code, ["require", "exports", "process", "performance"], { filename: "provider.cjs" });
  return ({ modules, process, performance }) => {
    const exports = {};
    load((id: string) => modules[id] ?? outside.get(id), exports, process, performance);
    return exports as Product;
  };
}

function sourcesOf(patches: readonly Patch[]) {
  const byFile = Map.groupBy(patches, ({ file }) => join(root, file));
  return {
    name: "product",
    async resolveId(this: { resolve: Resolve }, id: string, importer: string | undefined) {
      if (importer === undefined || (/^[@\w]/.test(id) && !id.startsWith("@cloudplatform/"))) return undefined;
      const found = await this.resolve(id, importer, { skipSelf: true });
      if (found === null) return undefined;
      const isShared = shared.some((pattern) => pattern.test(relative(root, found.id))) && !byFile.has(found.id);
      return isShared ? { id: found.id, external: true } : found;
    },
    load(id: string) {
      const changes = byFile.get(id);
      return changes?.reduce((text, change) => patched(text, change), readFileSync(id, "utf8"));
    },
  };
}

type Resolve = (id: string, importer: string, options: { skipSelf: boolean }) => Promise<{ id: string } | null>;

/** @throws Error if the text does not contain the replaced text exactly once. */
export function patched(text: string, { file, replace, by }: Patch): string {
  if (text.split(replace).length !== 2) throw new Error(`${file} does not have once: ${replace}`);
  return text.replace(replace, () => by);
}

/** The external modules of the bundle, loaded once in this process. */
async function modulesOf(ids: readonly string[]): Promise<ReadonlyMap<string, object>> {
  const loaded = await Promise.all(
    ids.map(async (id): Promise<[string, object]> => {
      const path = id.startsWith(".") ? resolve(import.meta.dirname, id) : id;
      if (path.endsWith(".json")) return [id, JSON.parse(readFileSync(path, "utf8"))];
      return [id, await import(path)];
    }),
  );
  return new Map(loaded);
}
