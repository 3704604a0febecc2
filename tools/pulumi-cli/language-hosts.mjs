// Builds Pulumi's language hosts for a CLI that was built from Go modules: YAML with its converter, .NET and Java from their own
// modules; Node.js, Python and Go from Pulumi's repository, because no Go proxy serves their modules.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { alone, inDraft } from "./alone.mjs";
import { PulumiToolError } from "./errors.mjs";
import { buildTools } from "./go-build.mjs";
import { describeLocation } from "./location.mjs";
import { removeOlder } from "./older-hosts.mjs";
import { createProgress } from "./progress.mjs";
import { buildFromSources, commit } from "./source-hosts.mjs";

// Their versions are those of the generators of the SDKs.
const MODULE = fileURLToPath(new URL("../sdk", import.meta.url));

/** See ./language-hosts.d.mts. */
export async function buildLanguageHosts({ log } = {}) {
  const progress = createProgress(log);
  const pinned = fs.readFileSync(path.join(MODULE, "go.mod"), "utf8");
  const digest = createHash("sha256").update(pinned).digest("hex").slice(0, 12);
  const modules = await builtOnce("language-hosts-", digest, progress, (options) => buildModules(pinned, options));
  if (modules.reason !== undefined)
    throw new PulumiToolError(`Pulumi's language hosts could not be built: ${modules.reason}. [CP7001]`);
  const sources = await builtOnce("source-hosts-", commit.slice(0, 12), progress, buildFromSources);
  if (sources.reason === undefined) return [modules.folder, sources.folder];
  progress.say(`Pulumi's language hosts for Node.js, Python and Go could not be built: ${sources.reason}.`);
  return [modules.folder];
}

/** Returns the folder beside the CLI into which `build` has built hosts, once, or the reason of a failure. */
async function builtOnce(prefix, digest, progress, build) {
  const location = describeLocation();
  const folder = path.join(location.root, prefix + digest);
  if (fs.existsSync(folder)) return { folder };
  return alone(location, progress, async (signal) => {
    // Another process may have built the hosts meanwhile.
    if (fs.existsSync(folder)) return { folder };
    return inDraft(location, async (draft) => {
      const target = path.join(draft, "hosts");
      fs.mkdirSync(target);
      const reason = await build({ version: location.version, draft, target, progress, signal });
      if (reason !== undefined) return { reason };
      fs.renameSync(target, folder);
      removeOlder(location.root, prefix, path.basename(folder));
      return { folder };
    });
  });
}

function buildModules(pinned, options) {
  const [, tools = ""] = /^tool \(\n([^)]*)\)/m.exec(pinned) ?? [];
  const packages = tools
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return buildTools(packages, { ...options, module: MODULE });
}
