// Installs the pinned Pulumi CLI into the official launcher's cache folder.
// Plain JavaScript for Node 20, because it may be the first program that runs in a fresh checkout.
import fs from "node:fs";
import path from "node:path";
import { describeLocation, fromLauncher, isReady } from "./location.mjs";

export { InterruptedError, PulumiToolError } from "./errors.mjs";

/** See ../pulumi.d.mts. */
export async function ensurePulumi({ log } = {}) {
  const location = describeLocation();
  // Loaded only when something is missing, because every command calls this.
  if (!isReady(location)) await (await import("./get-cli.mjs")).getCli(location, log);
  const env = { PATH: searchPath(location), NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compileCache() };
  return { bin: location.bin, version: location.version, env };
}

/** The installed packages' folder, so that the cache is removed with them. */
function packages() {
  return path.resolve(path.dirname(fromLauncher.resolve("./package.json")), "..");
}

/** Node's compile cache: each command of the CLI starts about four Node processes that load the same modules. */
function compileCache() {
  return path.join(packages(), ".cache", "node-compile");
}

/** The CLI's folder, with language hosts and the dynamic provider, then the project's Node. */
function searchPath({ bin }) {
  const commands = path.join(packages(), ".bin");
  return [path.dirname(bin), ...(fs.existsSync(path.join(commands, "node")) ? [commands] : []), process.env.PATH]
    .filter((folder) => folder)
    .join(path.delimiter);
}
