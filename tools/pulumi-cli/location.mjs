// Where the pinned CLI belongs: the version and the folder are those of the official launcher (npm package "pulumi").
import { createRequire } from "node:module";
import path from "node:path";
import { hostIsReady } from "./node-host.mjs";

/** The launcher's package.json and its modules are CommonJS without types; they are read only here and in official.mjs. */
export const fromLauncher = createRequire(createRequire(import.meta.url).resolve("pulumi/package.json"));

/**
 * `root` is the launcher's folder for this version, `bin` the CLI in it, `versions` the folder that all of them share.
 * PULUMI_HOME is read at each call. PULUMI_VERSION, by which the launcher can be told to use another one, is not: the
 * version is pinned.
 */
export function describePlace() {
  const { version } = fromLauncher("./package.json");
  const root = fromLauncher("./lib/cache.js").cacheDir(version);
  const exe = process.platform === "win32" ? "pulumi.exe" : "pulumi";
  return { version, root, versions: path.dirname(root), bin: path.join(root, "bin", exe) };
}

/** What the launcher takes for an installed CLI: a file that can be executed and is not empty. */
export function hasCli({ bin }) {
  return fromLauncher("./lib/resolve.js").isExecutable(bin);
}

export function isReady(place) {
  return hasCli(place) && hostIsReady(place.root);
}
