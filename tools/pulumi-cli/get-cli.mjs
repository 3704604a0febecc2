// Gets the CLI when it is not there: by the official download or, where that fails, built from its Go modules.
import fs from "node:fs";
import path from "node:path";
import { InterruptedError, PulumiToolError } from "./errors.mjs";
import { buildFromGo, goVersionWanted, MODULE } from "./go-build.mjs";
import { takeLock } from "./lock.mjs";
import { installHost } from "./node-host.mjs";
import { DOWNLOAD_HOSTS, downloadOfficial } from "./official.mjs";
import { hasCli } from "./place.mjs";
import { runGroup } from "./process-group.mjs";
import { createProgress } from "./progress.mjs";

const DRAFT = ".draft-";

/** Gets what is missing at `place`, alone on this machine, and tells `log` (else stderr) how it goes. */
export function getCli(place, log) {
  return interruptible((signal) => getAlone(place, createProgress(log), signal));
}

/** Lets a signal stop the work, not the process: its programs end, its drafts and its lock go, and then it rejects. */
async function interruptible(work) {
  const controller = new AbortController();
  const names = ["SIGINT", "SIGTERM", "SIGHUP"];
  const stop = (name) => controller.abort(new InterruptedError(name));
  for (const name of names) process.on(name, stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of names) process.off(name, stop);
  }
}

async function getAlone(place, progress, signal) {
  fs.mkdirSync(path.dirname(place.bin), { recursive: true });
  const waiting = { pid: undefined };
  const lock = await progress.during(
    () => `Waiting for process ${waiting.pid}, which is getting the Pulumi CLI ${place.version}`,
    () =>
      takeLock(path.join(place.versions, `.${place.version}.lock`), {
        signal,
        onWait: (pid) => {
          waiting.pid = pid;
          progress.say(`Another run (process ${pid}) is getting the Pulumi CLI ${place.version}; waiting for it.`);
        },
      }),
  );
  try {
    removeDrafts(place.root);
    if (!hasCli(place)) await provideCli(place, progress, signal);
    installHost(place.root);
  } finally {
    removeDrafts(place.root);
    lock.release();
  }
}

async function provideCli(place, progress, signal) {
  const { version, root } = place;
  const start = Date.now();
  progress.say(`The Pulumi CLI ${version} is not in ${root} yet. Trying the official download.`);
  const draft = fs.mkdtempSync(path.join(root, DRAFT));
  const official = await downloadOfficial({ version, draft, progress, signal });
  const download =
    official ?? (await notThisVersion(path.join(draft, "bin", path.basename(place.bin)), version, signal));
  if (download === undefined) {
    putInPlace(path.join(draft, "bin"), place);
  } else {
    progress.say(`The official download did not work: ${download}`);
    await buildCli(place, draft, { progress, signal, download });
  }
  progress.say(`The Pulumi CLI ${version} is ready in ${root} after ${Math.round((Date.now() - start) / 1000)} s.`);
}

async function buildCli(place, draft, { progress, signal, download }) {
  const { version } = place;
  const target = path.join(draft, "built", path.basename(place.bin));
  fs.mkdirSync(path.dirname(target));
  const build =
    (await buildFromGo({ version, draft, target, progress, signal })) ??
    (await notThisVersion(target, version, signal));
  if (build !== undefined) throw new PulumiToolError(neitherWay(place, download, build));
  putInPlace(path.dirname(target), place);
}

/** Renames each file into the CLI's folder, the CLI itself last: where it is, everything else is too. */
function putInPlace(from, { bin }) {
  const last = path.basename(bin);
  for (const file of fs.readdirSync(from).filter((name) => name !== last)) {
    fs.renameSync(path.join(from, file), path.join(path.dirname(bin), file));
  }
  fs.renameSync(path.join(from, last), bin);
}

async function notThisVersion(bin, version, signal) {
  const { code, lines } = await runGroup(bin, ["version"], {
    signal,
    env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
  });
  if (code === 0 && lines.includes(`v${version}`)) return undefined;
  return `what came of it does not answer "version" with v${version}, but with: ${lines.slice(-2).join("; ")}`;
}

function neitherWay({ version, root }, download, build) {
  const bin = path.join(root, "bin");
  return `The Pulumi CLI ${version} is not in ${bin}, and neither way to get it worked.
  The official download (npm package "pulumi"): ${download}
  The build from Go modules (${MODULE} v${version}): ${build}
One of two things helps; then run this again:
  - Let this machine reach ${DOWNLOAD_HOSTS.join(" and ")}, or unpack the official release ${version} into ${bin}
    (https://github.com/pulumi/pulumi/releases/tag/v${version}).
  - Install Go ${goVersionWanted()} or newer (https://go.dev/dl/) and let it reach a Go module proxy (GOPROXY).`;
}

/** What runs that were killed have left. Called with the lock held. */
function removeDrafts(root) {
  for (const entry of fs.readdirSync(root)) {
    if (entry.startsWith(DRAFT)) fs.rmSync(path.join(root, entry), { recursive: true, force: true });
  }
}
