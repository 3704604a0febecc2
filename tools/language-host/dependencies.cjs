"use strict";
// A program's packages: lists and installs them.
const fs = require("node:fs");
const path = require("node:path");
const { startProcess, stop } = require("./children.cjs");

const LOCK_FILES = { "yarn.lock": "yarn", "pnpm-lock.yaml": "pnpm", "bun.lock": "bun", "bun.lockb": "bun" };
const WITHOUT_DEV = { npm: "--omit=dev", yarn: "--production", pnpm: "--prod", bun: "--production" };

/** The package manager in the options, or that of the nearest lock file; npm by default. */
function packageManager(options, folder) {
  if (options.packageManager !== "auto") return options.packageManager;
  for (const parent of parents(folder)) {
    if (fs.existsSync(path.join(parent, "package-lock.json"))) return "npm";
    const found = Object.keys(LOCK_FILES).find((file) => fs.existsSync(path.join(parent, file)));
    if (found) return LOCK_FILES[found];
  }
  return "npm";
}

/** Runs the package manager's install command, which finds the root of a workspace. */
function installDependencies(call, { options, folder, onStdout, onStderr }) {
  const manager = packageManager(options, folder);
  const args = ["install", ...(options.production ? [WITHOUT_DEV[manager]] : [])];
  const child = startProcess(manager, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  call.on("cancelled", () => stop(child));
  child.stdout.on("data", onStdout);
  child.stderr.on("data", onStderr);
  const what = `"${manager} ${args.join(" ")}" in ${folder}`;
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new Error(`${what} could not be started: ${error.message}`)));
    child.once("close", (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`${what} ended with ${signal ?? `exit code ${code}`}`)),
    );
  });
}

/** The installed dependencies in the program's package.json; with `transitive`, their dependencies too. */
function installedPackages(folder, transitive) {
  const found = new Map();
  const visit = (manifest, from, withDev) => {
    const names = { ...manifest.dependencies, ...(withDev ? manifest.devDependencies : {}) };
    for (const name of Object.keys(names)) {
      const home = parents(from)
        .map((parent) => path.join(parent, "node_modules", name))
        .find((place) => fs.existsSync(path.join(place, "package.json")));
      if (home === undefined || found.has(home)) continue;
      const dependency = readManifest(home);
      found.set(home, { name, version: dependency.version ?? "" });
      if (transitive) visit(dependency, fs.realpathSync(home), false);
    }
  };
  const root = parents(folder).find((parent) => fs.existsSync(path.join(parent, "package.json")));
  if (root !== undefined) visit(readManifest(root), root, true);
  return [...found.values()];
}

function readManifest(folder) {
  return JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
}

function parents(folder) {
  const all = [path.resolve(folder)];
  while (path.dirname(all.at(-1)) !== all.at(-1)) all.push(path.dirname(all.at(-1)));
  return all;
}

module.exports = { packageManager, installDependencies, installedPackages };
