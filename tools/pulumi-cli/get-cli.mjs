// Installs the CLI with the official download or, if that fails, with a build from its Go modules.
import fs from "node:fs";
import path from "node:path";
import { alone, inDraft } from "./alone.mjs";
import { PulumiToolError } from "./errors.mjs";
import { buildFromGo, MODULE, requiredGoVersion } from "./go-build.mjs";
import { installLanguageHost } from "./install-language-host.mjs";
import { hasCli } from "./location.mjs";
import { DOWNLOAD_HOSTS, downloadOfficial } from "./official-download.mjs";
import { runGroup } from "./process-group.mjs";
import { createProgress } from "./progress.mjs";

/** Installs what is missing at `location` under a lock, and writes progress to `log`, by default stderr. */
export function getCli(location, log) {
  const progress = createProgress(log);
  return alone(location, progress, async (signal) => {
    if (!hasCli(location)) await installCli(location, progress, signal);
    await inDraft(location, (draft) => installLanguageHost(location, draft, { progress, signal }));
  });
}

async function installCli(location, progress, signal) {
  const { version, root } = location;
  const start = Date.now();
  progress.say(`The Pulumi CLI ${version} is not installed in ${root} yet. Trying the official download.`);
  await inDraft(location, async (draft) => {
    const download =
      (await downloadOfficial({ version, draft, progress, signal })) ??
      (await versionMismatch(path.join(draft, "bin", path.basename(location.bin)), version, signal));
    if (download === undefined) {
      moveIntoPlace(path.join(draft, "bin"), location);
    } else {
      progress.say(`The official download did not work: ${download}`);
      await buildCli(location, draft, { progress, signal, download });
    }
  });
  progress.say(`Installed the Pulumi CLI ${version} in ${root} after ${Math.round((Date.now() - start) / 1000)} s.`);
}

async function buildCli(location, draft, { progress, signal, download }) {
  const { version } = location;
  const target = path.join(draft, "built", path.basename(location.bin));
  fs.mkdirSync(path.dirname(target));
  const build =
    (await buildFromGo({ version, draft, target, progress, signal })) ??
    (await versionMismatch(target, version, signal));
  if (build !== undefined) throw new PulumiToolError(bothFailed(location, download, build));
  moveIntoPlace(path.dirname(target), location);
}

/** Renames each file into the CLI's folder, the CLI last: if the CLI exists, so do the other files. */
function moveIntoPlace(from, { bin }) {
  const last = path.basename(bin);
  for (const file of fs.readdirSync(from).filter((name) => name !== last)) {
    fs.renameSync(path.join(from, file), path.join(path.dirname(bin), file));
  }
  fs.renameSync(path.join(from, last), bin);
}

async function versionMismatch(bin, version, signal) {
  const { code, lines } = await runGroup(bin, ["version"], {
    signal,
    env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
  });
  if (code === 0 && lines.includes(`v${version}`)) return undefined;
  return `"pulumi version" printed ${lines.slice(-2).join("; ")} instead of v${version}`;
}

function bothFailed({ version, root }, download, build) {
  const bin = path.join(root, "bin");
  return `The Pulumi CLI ${version} is not installed in ${bin}, and both ways to install it failed.
  The official download (npm package "pulumi"): ${download}
  The build from Go modules (${MODULE} v${version}): ${build}
Do one of the following and run this again:
  - Let this machine reach ${DOWNLOAD_HOSTS.join(" and ")}, or unpack the official release ${version} into ${bin}
    (https://github.com/pulumi/pulumi/releases/tag/v${version}).
  - Install Go ${requiredGoVersion()} or newer (https://go.dev/dl/) and let it reach a Go module proxy (GOPROXY).
[CP7001]`;
}
