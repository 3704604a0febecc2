import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";
import { takeLock } from "../../tools/pulumi-cli/lock.mjs";

/** Names and paths of Chromium-based browsers on Linux, macOS and Windows. */
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** Disables the browser's background network requests. */
const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Launches the machine's Chromium or, where apt is available, one unpacked from Debian's package. */
export async function launchChromium(): Promise<Browser> {
  // Test files run concurrently, apt allows one run at a time, and the executable is unpacked before the rest of its package.
  const lock = await takeLock(join(tmpdir(), "cloudplatform-chromium.lock"), {
    signal: new AbortController().signal,
    onWait: () => {},
  });
  try {
    const executablePath = installed() ?? (await fromPackages());
    return await chromium.launch({ executablePath, args: quiet });
  } finally {
    lock.release();
  }
}

function installed(): string | undefined {
  const onPath = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [process.env.CHROMIUM ?? "", ...onPath, ...places].find((file) => file !== "" && existsSync(file));
}

async function fromPackages(): Promise<string> {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync("/usr/bin/apt-get"))
    throw new Error("No Chromium or Chrome was found. Install one, or name its program in CHROMIUM.");
  const run = (...args: string[]) =>
    promisify(execFile)("apt-get", args, { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  await run("update");
  await run("install", "-y", "--no-install-recommends", "chromium");
  const program = installed();
  if (program === undefined) throw new Error("Debian's package chromium brought no program along.");
  return program;
}
