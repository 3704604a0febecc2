// The first way: the official launcher's own download. It runs in a process of its own, because the launcher blocks
// while its install script works; and into a draft folder, because that script writes files one by one.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { Worker } from "node:worker_threads";
import { fromLauncher } from "./place.mjs";
import { runGroup } from "./process-group.mjs";

export const DOWNLOAD_HOSTS = ["get.pulumi.com", "github.com"];

// Long enough for a slow network to answer at all, short enough to go on where a firewall swallows everything.
const CONNECT_LIMIT_SECONDS = 10;
const STALL_LIMIT_SECONDS = 30;

/** Downloads the CLI and the language hosts into `draft`/bin. Resolves with what went wrong, or undefined. */
export async function downloadOfficial({ version, draft, progress, signal }) {
  const home = path.join(draft, "download");
  fs.mkdirSync(home, { recursive: true });
  fs.writeFileSync(path.join(home, ".curlrc"), curlSettings());
  const { code, lines } = await progress.during(
    () => `Downloading the official Pulumi CLI ${version}: ${megabytes(home)} MB`,
    () =>
      runGroup(process.execPath, [fileURLToPath(import.meta.url), version, draft], {
        signal,
        // The archive lands where it can be measured and is removed with the draft. Node's fetch heeds the proxy
        // variables, as curl does, only when it is told to.
        env: { ...process.env, TMPDIR: home, CURL_HOME: home, NODE_USE_ENV_PROXY: "1" },
      }),
  );
  return code === 0 ? undefined : explain(lines);
}

/** curl waits minutes for a host that does not answer; the user's own settings (a proxy, say) stay in force. */
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

/** The last thing said, without the script's colours and its general advice. */
function explain(lines) {
  const said = lines.map((line) => stripVTControlCharacters(line).trim());
  const errors = said.filter((line) => /^(curl: |error: |fetch)/.test(line));
  return (
    (errors.length > 0 ? errors : said.filter((line) => line !== "")).slice(-2).join("; ") || "it ended without a word"
  );
}

async function fetchText(url) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(CONNECT_LIMIT_SECONDS * 1000) }).catch((error) => {
    throw new Error(`fetching ${url}: ${error.cause?.message || error.cause?.code || error.message}`);
  });
  if (!answer.ok) throw new Error(`fetching ${url}: HTTP status ${answer.status}`);
  return answer.text();
}

/**
 * Ends this process and the install script when the run that wanted them was killed: they would write into a draft that
 * the next run has removed. A thread of its own does so, because the launcher blocks while the script works.
 */
function endWithParent() {
  if (process.platform === "win32") return;
  const watch = `
    const parent = process.ppid;
    setInterval(() => process.ppid === parent || process.kill(-process.pid, "SIGKILL"), 200);`;
  new Worker(watch, { eval: true }).unref();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [version, root] = process.argv.slice(2);
  endWithParent();
  try {
    await fromLauncher("./lib/download.js").installCLI(version, root, { fetchText });
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
