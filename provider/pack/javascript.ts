import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CodeSplittingOptions, type OutputChunk, rolldown } from "rolldown";
import { type PackedPackage, root } from "./packages.ts";

/** The result of a build. */
export interface Built {
  /** Names that each entry point exports. */
  exports: ReadonlyMap<string, readonly string[]>;
  /** Packages that the code loads. */
  uses: ReadonlySet<string>;
  /** Files whose code is included. */
  included: readonly string[];
}

/**
 * Compiles a package to CommonJS below `lib/`, including the code that it uses from our other packages.
 *
 * The ES module entry points only re-export the CommonJS code: so every kind of project loads one copy of it, however the project
 * and the dynamic provider's `require` mix, and a Node that is too old reaches the check of its version instead of failing with a
 * syntax or link error.
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
 * Keeps the schemas of the contract, and the code that they are made of, apart from anything with state: processes that are
 * reused for tests load them once.
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

/** Returns the packages that prebuilt files load: their bundles only leave out Pulumi's packages. */
function usedByBuilt(one: PackedPackage): string[] {
  const main = one.main === undefined ? [] : globSync(`${dirname(one.main)}/*.cjs`, { cwd: join(root, one.folder) });
  const files = [...main, ...Object.values(one.commands)].filter((file) => /\.[cm]js$/.test(file));
  const texts = files.map((file) => readFileSync(join(root, one.folder, file), "utf8"));
  return texts.flatMap((text) => text.match(/(?<=[`"'])@pulumi\/[\w./-]+(?=[`"'])/g) ?? []);
}

/** `@pulumi/pulumi/runtime` → `@pulumi/pulumi`. */
export function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
