// Makes sure that the pinned Pulumi CLI is in the official launcher's cache folder: `node tools/pulumi.mjs`.
// Plain JavaScript that Node 20 runs too, because it may be the first thing that runs in a fresh checkout.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { InterruptedError, PulumiToolError } from "./errors.mjs";
import { describePlace, fromLauncher, isReady } from "./place.mjs";

export { InterruptedError, PulumiToolError };

/** See pulumi.d.mts. */
export async function ensurePulumi({ log } = {}) {
  const place = describePlace();
  // Loaded only when there is something to get: mostly there is not, and every command passes here.
  if (!isReady(place)) await (await import("./get-cli.mjs")).getCli(place, log);
  return { bin: place.bin, version: place.version, env: { PATH: searchPath(place) } };
}

/** The CLI's folder, where language hosts and the dynamic provider are found; then the project's own Node. */
function searchPath({ bin }) {
  const commands = path.resolve(path.dirname(fromLauncher.resolve("./package.json")), "..", ".bin");
  return [path.dirname(bin), ...(fs.existsSync(path.join(commands, "node")) ? [commands] : []), process.env.PATH]
    .filter((folder) => folder)
    .join(path.delimiter);
}

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
