// Builds those of Pulumi's language hosts that are Go modules, for a CLI that was built from its own: YAML with its converter, .NET and
// Java. The hosts of Node.js, Python and Go are in the official release alone.
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

const PREFIX = "language-hosts-";
// Their versions are those of the generators that write the SDKs.
const MODULE = fileURLToPath(new URL("../sdk", import.meta.url));

/** See ./language-hosts.d.mts. */
export async function buildLanguageHosts({ log } = {}) {
  const location = describeLocation();
  const pinned = fs.readFileSync(path.join(MODULE, "go.mod"), "utf8");
  const digest = createHash("sha256").update(pinned).digest("hex").slice(0, 12);
  const folder = path.join(location.root, PREFIX + digest);
  if (fs.existsSync(folder)) return folder;
  const progress = createProgress(log);
  await alone(location, progress, async (signal) => {
    // Another process may have built them meanwhile.
    if (!fs.existsSync(folder)) await inDraft(location, (draft) => build(folder, pinned, { draft, progress, signal }));
  });
  return folder;
}

async function build(folder, pinned, { draft, progress, signal }) {
  const [, tools = ""] = /^tool \(\n([^)]*)\)/m.exec(pinned) ?? [];
  const packages = tools
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const target = path.join(draft, "hosts");
  fs.mkdirSync(target);
  const reason = await buildTools(packages, { module: MODULE, draft, target, progress, signal });
  if (reason !== undefined)
    throw new PulumiToolError(`Pulumi's language hosts could not be built: ${reason}. [CP7001]`);
  fs.renameSync(target, folder);
  removeOlder(path.dirname(folder), PREFIX, path.basename(folder));
}
