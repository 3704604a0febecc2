// Installs the language host of the folder language-host for a CLI without one. It is built into the CLI's folder, which
// serves every checkout on the machine and may outlive this one.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { removeOlder } from "./older-hosts.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const SOURCES = path.join(HERE, "language-host");
const HOST = "pulumi-language-nodejs";
const PROVIDER = "dynamic-provider.cjs";
// The programs that the engine expects beside the CLI, and what each runs. (There is no pulumi-analyzer-policy: engines
// with a language host start policy packs through it.) "node" is the one on the PATH, as with the official host; .cjs
// files do not depend on a package.json above them.
const SCRIPTS = {
  [HOST]: (folder) => `"${folder}/${HOST}"`,
  "pulumi-resource-pulumi-nodejs": (folder) => `node "${folder}/${PROVIDER}"`,
};
// Marks the scripts of this project; official ones are never changed.
const MARKER = "# stand-in by cloudplatform-as-code";

/** Whether each script exists, either an official one or the current one of this project. */
export function languageHostIsCurrent(root) {
  return outdatedScripts(root).length === 0;
}

/** Adds missing scripts and updates those of this project. `draft` is a folder for unfinished files. */
export async function installLanguageHost({ root, version }, draft, { progress, signal }) {
  const outdated = outdatedScripts(root);
  if (outdated.length === 0) return;
  const folder = path.join(root, hostName());
  if (!fs.existsSync(folder)) {
    const made = path.join(draft, "host");
    fs.mkdirSync(made);
    fs.copyFileSync(path.join(SOURCES, PROVIDER), path.join(made, PROVIDER));
    await build({ root, version }, { version, draft, target: path.join(made, HOST), progress, signal });
    renameUnlessPresent(made, folder);
  }
  for (const script of outdated) replaceFile(path.join(root, "bin", script), scriptText(script), 0o755);
  removeOlder(root, "node-host-", hostName());
}

async function build({ root, version }, options) {
  // Loaded only for a build, because every command checks whether the host is current.
  const { buildLanguageHost, requiredGoVersion } = await import("./go-build.mjs");
  const reason = await buildLanguageHost(options);
  if (reason === undefined) return;
  const { PulumiToolError } = await import("./errors.mjs");
  const bin = path.join(root, "bin");
  throw new PulumiToolError(`The Pulumi CLI ${version} in ${bin} has no current Node language host, and it could not be built: ${reason}
Do one of the following and run this again:
  - Unpack the official release ${version} into ${bin}, which has one
    (https://github.com/pulumi/pulumi/releases/tag/v${version}).
  - Install Go ${requiredGoVersion()} or newer (https://go.dev/dl/) and let it reach a Go module proxy (GOPROXY).
[CP7001]`);
}

function outdatedScripts(root) {
  return Object.keys(SCRIPTS).filter((script) => {
    const found = firstBytes(path.join(root, "bin", script));
    const isOwn = found?.includes(MARKER) ?? true;
    return isOwn && !(found === scriptText(script) && fs.existsSync(path.join(root, hostName())));
  });
}

function scriptText(script) {
  return `#!/bin/sh
${MARKER}
exec ${SCRIPTS[script](`\${0%/*}/../${hostName()}`)} "$@"
`;
}

let name;
/** Identifies the sources and the versions of their modules. */
function hostName() {
  if (name !== undefined) return name;
  const hash = createHash("sha256");
  const sources = fs.readdirSync(SOURCES).sort();
  for (const file of [...sources.map((source) => path.join(SOURCES, source)), path.join(HERE, "go.mod")])
    hash.update(`${path.basename(file)}\n`).update(fs.readFileSync(file));
  name = `node-host-${hash.digest("hex").slice(0, 12)}`;
  return name;
}

function replaceFile(file, text, mode) {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, text, { mode });
  fs.renameSync(draft, file);
}

function renameUnlessPresent(draft, folder) {
  try {
    fs.renameSync(draft, folder);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    if (!fs.existsSync(folder)) throw error;
  }
}

/** Reads the start of a file, longer than the scripts of this project; an official host has many megabytes. */
function firstBytes(file) {
  let descriptor;
  try {
    descriptor = fs.openSync(file, "r");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const bytes = Buffer.alloc(512);
    return bytes.toString("latin1", 0, fs.readSync(descriptor, bytes, 0, bytes.length, 0));
  } finally {
    fs.closeSync(descriptor);
  }
}
