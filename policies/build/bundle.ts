import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/** A file that is made from sources of this package. */
export interface Bundle {
  file: string;
  /** Its text, as the sources are now. */
  make(): Promise<string>;
}

/**
 * What runs: the pack that Pulumi starts, and the command. All of ours and zod are in them; what Pulumi itself brings along
 * stays outside, for the pack must share one copy of it with the process that starts the pack. The command is bundled too,
 * because Node strips no types from what is installed under node_modules.
 */
export const bundles: readonly Bundle[] = [
  { file: pathOf("../dist/index.cjs"), make: () => bundle("../pack.ts", "cjs") },
  { file: pathOf("../dist/cli.mjs"), make: () => bundle("../cli/main.ts", "esm") },
];

async function bundle(source: string, format: "cjs" | "esm"): Promise<string> {
  const build = await rolldown({
    input: pathOf(source),
    platform: "node",
    external: [
      /^@pulumi\//,
      /^@grpc\//,
      /^google-protobuf/,
      /^node:/,
      // Loaded with the first price of a cluster, for the sake of the HTTP client.
      "@cloudplatform/pulumi/client",
      "@cloudplatform/pulumi/cluster-price",
    ],
    logLevel: "warn",
  });
  try {
    const { output } = await build.generate({ format, minify: true, comments: { legal: false } });
    const { code } = output[0];
    const note = '// Made by "npm run build -w policies".\n';
    // A line that tells the system how to run the file must come first.
    return code.startsWith("#!") ? code.replace("\n", `\n${note}`) : `${note}${code}`;
  } finally {
    await build.close();
  }
}

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}
