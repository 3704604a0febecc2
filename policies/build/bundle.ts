import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type OutputChunk, rolldown } from "rolldown";

/** A file built from sources of this package. */
interface Bundle {
  file: string;
  /** Builds the file's text from the current sources. */
  make(): Promise<string>;
}

/**
 * The files that run: the pack that Pulumi starts, preceded by a check of Node's version, and the command. The bundles contain
 * our own code and zod. Pulumi's packages stay external, because the pack must share one copy of them with the process that
 * starts it. The command is bundled as well, because Node does not strip types in files below node_modules.
 */
export const bundles: readonly Bundle[] = [
  { file: pathOf("../dist/index.cjs"), make: async () => readFileSync(pathOf("start.cjs"), "utf8") },
  { file: pathOf("../dist/pack.cjs"), make: async () => textOf(await bundle("../pack.ts", "cjs")) },
  { file: pathOf("../dist/cli.mjs"), make: async () => textOf(await bundle("../cli/main.ts", "esm")) },
];

/** Files of other packages that the bundles contain. */
export async function bundledModules(): Promise<string[]> {
  const chunks = await Promise.all([bundle("../pack.ts", "cjs"), bundle("../cli/main.ts", "esm")]);
  const files = chunks.flatMap((chunk) => chunk.moduleIds).filter((id) => id.includes("node_modules"));
  return [...new Set(files)].sort();
}

async function bundle(source: string, format: "cjs" | "esm"): Promise<OutputChunk> {
  const build = await rolldown({
    input: pathOf(source),
    platform: "node",
    external: [
      /^@pulumi\//,
      /^@grpc\//,
      /^google-protobuf/,
      /^node:/,
      // The provider's HTTP client, loaded when the first cluster price is needed.
      "@cloudplatform/pulumi/client",
      "@cloudplatform/pulumi/cluster-price",
    ],
    logLevel: "warn",
  });
  try {
    const { output } = await build.generate({ format, minify: true, comments: { legal: false } });
    return output[0];
  } finally {
    await build.close();
  }
}

function textOf({ code }: OutputChunk): string {
  const note = '// Built by "npm run build -w policies". Licenses of what it includes: THIRD-PARTY-NOTICES.txt.\n';
  // The shebang must be the first line.
  return code.startsWith("#!") ? code.replace("\n", `\n${note}`) : `${note}${code}`;
}

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}
