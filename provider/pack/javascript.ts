import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CodeSplittingOptions, type OutputChunk, rolldown } from "rolldown";
import { type PackedPackage, root } from "./packages.ts";

/** What came of it. */
export interface Built {
  /** Names that each entry point exports. */
  exports: ReadonlyMap<string, readonly string[]>;
  /** Packages that the code loads. */
  uses: ReadonlySet<string>;
  /** Files whose code is in it. */
  included: readonly string[];
}

/**
 * Compiles a package to CommonJS below `lib/`, with what it takes from our other packages inside.
 *
 * CommonJS, and ES module entry points that only pass it on: every kind of project then loads one copy of the code,
 * however it and the dynamic provider's `require` mix, and a Node that is too old comes as far as the check of its version
 * instead of a syntax or link error.
 */
export async function buildJavaScript(one: PackedPackage, stage: string): Promise<Built> {
  const base = join(root, one.folder);
  const commands = Object.entries(one.commands).filter(([, source]) => source.endsWith(".ts"));
  const build = await rolldown({
    cwd: base,
    input: { ...one.entries, ...Object.fromEntries(commands) },
    platform: "node",
    external: (id) => /^[@\w]/.test(id) && (!isIncluded(one, id) || one.outside?.includes(id) === true),
    logLevel: "warn",
  });
  try {
    const { output } = await build.write({
      dir: join(stage, "lib"),
      format: "cjs",
      entryFileNames: "[name].js",
      chunkFileNames: "[name].js",
      ...(one.keepsModules === true ? { preserveModules: true, preserveModulesRoot: root } : { codeSplitting }),
    });
    const chunks = output.filter((file): file is OutputChunk => file.type === "chunk");
    const own = new Set(chunks.map((chunk) => chunk.fileName));
    const entries = chunks.filter((chunk) => chunk.isEntry && chunk.name in one.entries);
    const outside = [...chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports]), ...usedByBuilt(one)];
    return {
      exports: new Map(entries.map((chunk) => [chunk.name, [...chunk.exports].sort()])),
      included: chunks.flatMap((chunk) => chunk.moduleIds),
      uses: new Set(outside.filter((name) => !name.startsWith("node:") && !own.has(name)).map(packageOf)),
    };
  } finally {
    await build.close();
  }
}

/**
 * The schemas of the contract, and what they are made of, apart from all that has a state: processes that are kept for tests
 * load them once.
 */
const codeSplitting: CodeSplittingOptions = {
  groups: [
    { name: "zod", test: /[\\/]node_modules[\\/]zod[\\/]/ },
    { name: "contract", test: /[\\/]provider[\\/](api[\\/]|values[\\/]duration\.ts)/ },
  ],
};

/** Whether the code of an imported module is included. */
function isIncluded({ includes = [] }: PackedPackage, id: string): boolean {
  return id.startsWith("@cloudplatform/") || includes.includes(packageOf(id));
}

/** What the files load that come built: their bundles leave out Pulumi's packages alone. */
function usedByBuilt(one: PackedPackage): string[] {
  const main = one.main === undefined ? [] : globSync(`${dirname(one.main)}/*.cjs`, { cwd: join(root, one.folder) });
  const files = [...main, ...Object.values(one.commands)].filter((file) => /\.[cm]js$/.test(file));
  const texts = files.map((file) => readFileSync(join(root, one.folder, file), "utf8"));
  return texts.flatMap((text) => text.match(/(?<=[`"'])@pulumi\/[\w./-]+(?=[`"'])/g) ?? []);
}

/** `@pulumi/pulumi` of `@pulumi/pulumi/runtime`. */
export function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
