"use strict";
// The processes that a host starts, and the one that started it: nothing of them outlives the engine.
const { spawn } = require("node:child_process");
const { createRequire } = require("node:module");
const path = require("node:path");

const PARENT_CHECK_MS = 500;
// As long as the engine itself waits for a plugin before it kills it (plugin.go, ExecPlugin).
const GRACE_MS = 5000;

const running = new Set();

/** Starts this same Node with `args`; the child is stopped when the host is told to stop. */
function startNode(args, options) {
  return startProcess(process.execPath, args, options);
}

function startProcess(command, args, options) {
  const child = spawn(command, args, options);
  running.add(child);
  child.once("error", () => running.delete(child));
  child.once("close", () => running.delete(child));
  return child;
}

/** Asks a child to stop and, where it does not, ends it. */
function stop(child, signal = "SIGTERM") {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  setTimeout(() => child.kill("SIGKILL"), GRACE_MS).unref();
}

function stopAll(signal) {
  for (const child of running) stop(child, signal);
}

function killAll() {
  for (const child of running) child.kill("SIGKILL");
}

/**
 * Calls `gone` once the process that started this one is no more. A kill -9 of the engine tells nobody, but the
 * kernel then gives its children another parent.
 */
function whenParentDies(gone) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, PARENT_CHECK_MS);
  timer.unref();
}

/** Where a module of the Pulumi SDK lies, as seen from the program's folder: the version it installed is the one run. */
function locate(moduleName, folder, installCommand) {
  try {
    return createRequire(path.join(path.resolve(folder), "index.js")).resolve(moduleName);
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
    throw new Error(
      `${moduleName} was not found from ${folder}. It looks like the Pulumi SDK has not been installed there. ` +
        `Have you run ${installCommand}?`,
    );
  }
}

module.exports = { startNode, startProcess, stop, stopAll, killAll, whenParentDies, locate };
