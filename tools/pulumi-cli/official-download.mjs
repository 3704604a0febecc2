// The official launcher's download. It runs in a separate process, because the launcher blocks while its install script
// runs, and into a draft folder, because that script writes files one by one.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { Worker } from "node:worker_threads";
import { fromLauncher } from "./location.mjs";
import { runGroup } from "./process-group.mjs";

export const DOWNLOAD_HOSTS = ["get.pulumi.com", "github.com"];

// Long enough for a slow network, short enough to fail soon behind a firewall that drops packets.
const CONNECT_LIMIT_SECONDS = 10;
const STALL_LIMIT_SECONDS = 30;

/** Downloads the CLI and the language hosts into `draft`/bin. Resolves with the reason of a failure, or undefined. */
export async function downloadOfficial({ version, draft, progress, signal }) {
  const home = path.join(draft, "download");
  fs.mkdirSync(home, { recursive: true });
  fs.writeFileSync(path.join(home, ".curlrc"), curlSettings());
  const { code, lines } = await progress.during(
    () => `Downloading the official Pulumi CLI ${version}: ${megabytes(home)} MB`,
    () =>
      runGroup(process.execPath, [fileURLToPath(import.meta.url), version, draft, String(process.pid)], {
        signal,
        // The archive is downloaded into the draft, where its size is visible. Node's fetch uses the proxy variables only
        // with NODE_USE_ENV_PROXY.
        env: { ...process.env, TMPDIR: home, CURL_HOME: home, NODE_USE_ENV_PROXY: "1" },
      }),
  );
  return code === 0 ? undefined : explain(lines);
}

/** curl waits minutes for a host that does not respond; the user's settings (such as a proxy) still apply. */
function curlSettings() {
  const own = [process.env.CURL_HOME, process.env.XDG_CONFIG_HOME, os.homedir()]
    .filter((folder) => folder)
    .map((folder) => path.join(folder, ".curlrc"))
    .find((file) => fs.existsSync(file));
  const limits = [
    `connect-timeout = ${CONNECT_LIMIT_SECONDS}`,
    "speed-limit = 1",
    `speed-time = ${STALL_LIMIT_SECONDS}`,
  ];
  return `${limits.join("\n")}\n${own === undefined ? "" : fs.readFileSync(own, "utf8")}`;
}

function megabytes(folder) {
  const sizes = fs.readdirSync(folder).map((file) => fs.statSync(path.join(folder, file), { throwIfNoEntry: false }));
  return Math.round(sizes.reduce((sum, stat) => sum + (stat?.isFile() ? stat.size : 0), 0) / 1e6);
}

/** The last messages, without the script's colors and general advice. */
function explain(lines) {
  const messages = lines.map((line) => stripVTControlCharacters(line).trim());
  const errors = messages.filter((line) => /^(curl: |error: |fetch)/.test(line));
  return (errors.length > 0 ? errors : messages.filter((line) => line !== "")).slice(-2).join("; ") || "(no message)";
}

async function fetchText(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(CONNECT_LIMIT_SECONDS * 1000) }).catch((error) => {
    throw new Error(`fetching ${url}: ${error.cause?.message || error.cause?.code || error.message}`);
  });
  if (!response.ok) throw new Error(`fetching ${url}: HTTP status ${response.status}`);
  return response.text();
}

/**
 * Ends this process and the install script if the parent was killed: they would write into a draft that the next run has removed.
 * A worker thread checks, because the launcher blocks while the script runs.
 */
function endWithParent(parent) {
  if (process.platform === "win32") return;
  // The parent passes its id, because it may be gone before the thread has started.
  const watch = `setInterval(() => process.ppid === ${parent} || process.kill(-process.pid, "SIGKILL"), 200);`;
  new Worker(watch, { eval: true }).unref();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [version, root, parent] = process.argv.slice(2);
  endWithParent(Number(parent));
  try {
    await fromLauncher("./lib/download.js").installCLI(version, root, { fetchText });
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
