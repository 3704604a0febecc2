// Installs the language host of tools/language-host for a CLI without one. It is copied into the CLI's folder with the
// libraries that it needs, because that folder serves every checkout on the machine and may outlive this one.
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const SOURCES = fileURLToPath(new URL("../language-host/", import.meta.url));
// The programs that the engine expects beside the CLI. (There is no pulumi-analyzer-policy: engines with a language host
// start policy packs through it.)
const SCRIPTS = {
  "pulumi-language-nodejs": "language-host.cjs",
  "pulumi-resource-pulumi-nodejs": "dynamic-provider.cjs",
};
// Marks the scripts of this project; official ones are never changed.
const MARKER = "# stand-in by cloudplatform-as-code";
// A running program may still load files of the previous host.
const KEEP_OLD_HOST_MS = 24 * 3600 * 1000;

/** Whether each script exists, either an official one or the current one of this project. */
export function languageHostIsCurrent(root) {
  return outdatedScripts(root).length === 0;
}

/** Adds missing scripts and updates those of this project. */
export function installLanguageHost(root) {
  const outdated = outdatedScripts(root);
  if (outdated.length === 0) return;
  const folder = path.join(root, hostName());
  if (!fs.existsSync(folder)) copyHost(folder);
  for (const script of outdated) replaceFile(path.join(root, "bin", script), scriptText(script), 0o755);
  removeOldHosts(root);
}

function outdatedScripts(root) {
  return Object.keys(SCRIPTS).filter((script) => {
    const found = firstBytes(path.join(root, "bin", script));
    const isOwn = found?.includes(MARKER) ?? true;
    return isOwn && !(found === scriptText(script) && fs.existsSync(path.join(root, hostName())));
  });
}

function scriptText(script) {
  // "node" is the one on the PATH, as with the official host; .cjs files do not depend on a package.json above them.
  return `#!/bin/sh
${MARKER}
exec node "$(dirname "$0")/../${hostName()}/${SCRIPTS[script]}" "$@"
`;
}

let name;
function hostName() {
  if (name !== undefined) return name;
  const hash = createHash("sha256");
  for (const file of fs.readdirSync(SOURCES).sort()) hash.update(`${file}\n`).update(fs.readFileSync(SOURCES + file));
  name = `node-host-${hash.digest("hex").slice(0, 12)}`;
  return name;
}

function copyHost(folder) {
  const draft = fs.mkdtempSync(`${folder}.`);
  fs.chmodSync(draft, 0o755);
  fs.cpSync(SOURCES, draft, { recursive: true });
  for (const [library, home] of Object.entries(libraries())) {
    const onlyCode = (file) => fs.statSync(file).isDirectory() || /(\.js|package\.json|LICENSE)$/.test(file);
    fs.cpSync(home, path.join(draft, "node_modules", library), { recursive: true, filter: onlyCode });
  }
  renameUnlessPresent(draft, folder);
}

/** The installed libraries that the host requires: gRPC with its only run-time dependency, and Pulumi's messages. */
function libraries() {
  const from = createRequire(import.meta.url);
  const pulumi = path.dirname(from.resolve("@pulumi/pulumi/package.json"));
  const fromPulumi = createRequire(path.join(pulumi, "index.js"));
  const grpc = packageFolder(fromPulumi, "@grpc/grpc-js");
  return {
    "@grpc/grpc-js": grpc,
    "@js-sdsl/ordered-map": packageFolder(createRequire(path.join(grpc, "index.js")), "@js-sdsl/ordered-map"),
    "google-protobuf": packageFolder(fromPulumi, "google-protobuf"),
    "@pulumi/pulumi/proto": path.join(pulumi, "proto"),
  };
}

function packageFolder(from, library) {
  const folder = from.resolve
    .paths(library)
    .map((parent) => path.join(parent, library))
    .find((candidate) => fs.existsSync(path.join(candidate, "package.json")));
  if (folder === undefined) throw new Error(`package ${library} is not installed; run npm ci`);
  return folder;
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

function removeOldHosts(root) {
  for (const entry of fs.readdirSync(root)) {
    const folder = path.join(root, entry);
    if (!entry.startsWith("node-host-") || entry === hostName()) continue;
    if (Date.now() - fs.statSync(folder).mtimeMs > KEEP_OLD_HOST_MS)
      fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** The start of a file, longer than the scripts of this project; an official host has many megabytes. */
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
