import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** Names and places of Chromium and Chrome on Linux, macOS and Windows. */
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

/** The Chromium of the machine, or Debian's package, unpacked, where apt is available. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = installed() ?? fromPackages();
  return await chromium.launch({ executablePath, args: quiet });
}

function installed(): string | undefined {
  const onPath = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [process.env.CHROMIUM ?? "", ...onPath, ...places].find((file) => file !== "" && existsSync(file));
}

function fromPackages(): string {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync("/usr/bin/apt-get"))
    throw new Error("No Chromium or Chrome was found. Install one, or name its program in CHROMIUM.");
  const run = (...args: string[]) =>
    execFileSync("apt-get", args, { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  run("update");
  run("install", "-y", "--no-install-recommends", "chromium");
  const program = installed();
  if (program === undefined) throw new Error("Debian's package chromium brought no program along.");
  return program;
}
