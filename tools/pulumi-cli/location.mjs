// Location of the pinned CLI: version and folder are those of the official launcher (npm package "pulumi").
import { createRequire } from "node:module";
import path from "node:path";
import { languageHostIsCurrent } from "./install-language-host.mjs";

/** The launcher's package.json and its modules are CommonJS without types; they are used only here and in official-download.mjs. */
export const fromLauncher = createRequire(createRequire(import.meta.url).resolve("pulumi/package.json"));

/**
 * `root` is the launcher's folder for this version, `bin` the CLI in it, `versions` the parent folder of all versions.
 * PULUMI_HOME is read at each call. PULUMI_VERSION, which selects another version for the launcher, is ignored: the
 * version is pinned.
 */
export function describeLocation() {
  const { version } = fromLauncher("./package.json");
  const root = fromLauncher("./lib/cache.js").cacheDir(version);
  const exe = process.platform === "win32" ? "pulumi.exe" : "pulumi";
  return { version, root, versions: path.dirname(root), bin: path.join(root, "bin", exe) };
}

/** Whether the launcher considers the CLI installed: an executable file that is not empty. */
export function hasCli({ bin }) {
  return fromLauncher("./lib/resolve.js").isExecutable(bin);
}

export function isReady(location) {
  return hasCli(location) && languageHostIsCurrent(location.root);
}
