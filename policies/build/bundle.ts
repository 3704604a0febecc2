import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

export const bundleFile = fileURLToPath(new URL("../dist/index.cjs", import.meta.url));

/**
 * Text of the bundle that Pulumi runs. All of ours and zod are in it; what Pulumi itself brings along stays outside, for
 * the pack must share one copy of it with the process that starts the pack.
 */
export async function bundle(): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(new URL("../pack.ts", import.meta.url)),
    platform: "node",
    external: [/^@pulumi\//, /^@grpc\//, /^google-protobuf/, /^node:/],
    logLevel: "warn",
  });
  try {
    const { output } = await build.generate({ format: "cjs", minify: true, comments: { legal: false } });
    return `// Made by "npm run build -w policies".\n${output[0].code}`;
  } finally {
    await build.close();
  }
}
