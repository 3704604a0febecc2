// Installs the pinned Pulumi CLI if it is missing: `node tools/pulumi.mjs`. The program is in pulumi-cli/.
import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { ensurePulumi, InterruptedError, PulumiToolError } from "./pulumi-cli/index.mjs";

export { ensurePulumi, InterruptedError, PulumiToolError };

async function main() {
  if (process.argv.length > 2)
    throw new PulumiToolError("tools/pulumi.mjs takes no arguments. To run the CLI: npm run pulumi -- <command>");
  await ensurePulumi();
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    if (!(error instanceof PulumiToolError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error instanceof InterruptedError ? 130 : 1;
  });
}
