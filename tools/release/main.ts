import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { releaseProblems, versionOf } from "./checks.ts";
import { isPublished } from "./published.ts";

/**
 * `npm run release`: checks version and changelog, packs every package, installs the packages into empty projects and publishes
 * them. `--dry-run` does everything except publishing.
 */
const root = fileURLToPath(new URL("../..", import.meta.url));
const { values } = parseArgs({ options: { "dry-run": { type: "boolean", default: false } } });

const changed = execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" });
const problems = releaseProblems(root, changed, process.env);
if (problems.length > 0) {
  console.error(problems.map((problem) => `- ${problem}`).join("\n"));
  // Only a release requires all of it; a dry run reports what is missing and continues.
  if (!values["dry-run"]) process.exit(1);
}
execFileSync("npm", ["run", "--silent", "pack"], { cwd: root, stdio: "inherit" });
// The archives that a publisher uploads to the schema's address (pluginDownloadURL).
execFileSync("npm", ["run", "--silent", "native", "--", "--archives"], { cwd: root, stdio: "inherit" });
const version = versionOf(join(root, "provider"));
const files = globSync(`dist/*-${version}.tgz`, { cwd: root }).map((file) => join(root, file));
/** In this order, a package is published after its dependencies. */
const names = ["@cloudplatform/pulumi", "@cloudplatform/emulator", "@cloudplatform/policies"];
for (const type of ["module", "commonjs"] as const) installAndLoad(type);
if (values["dry-run"])
  console.log(`Dry run: ${files.length} packages were packed, installed and loaded; none was published.`);
else await publish();

/** Publishes every package that the registry does not have yet. */
async function publish(): Promise<void> {
  for (const name of names) {
    const file = join(root, "dist", `${name.slice(1).replace("/", "-")}-${version}.tgz`);
    if (await isPublished(name, version)) console.log(`${name} ${version} is published already.`);
    else execFileSync("npm", ["publish", file, "--access", "public", "--provenance"], { cwd: root, stdio: "inherit" });
  }
}

/** Installs the packed files into an empty project, loads every package and starts every command. */
function installAndLoad(type: "module" | "commonjs"): void {
  const folder = mkdtempSync(join(tmpdir(), "release-"));
  const npm = (...args: string[]) => execFileSync("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  try {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "empty", version: "1.0.0", type }));
    npm("install", "--no-audit", "--no-fund", "@pulumi/pulumi", ...files);
    const load = (name: string) => (type === "module" ? `await import("${name}")` : `require("${name}")`);
    writeFileSync(
      join(folder, "load.js"),
      names.map((name) => `console.log("${name}", typeof ${load(name)});`).join("\n"),
    );
    execFileSync(process.execPath, ["load.js"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    for (const command of ["cloudplatform", "cloudplatform-emulator", "cloudplatform-policy"])
      npm("exec", "--no", "--", command, "--help");
    console.log(`Installed and loaded in an empty project (${type}): ${names.join(", ")}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
