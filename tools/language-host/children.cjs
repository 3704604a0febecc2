"use strict";
// Child processes and the parent process of a host: none of them outlives the engine.
const { spawn } = require("node:child_process");
const { createRequire } = require("node:module");
const path = require("node:path");

const PARENT_CHECK_MS = 500;
// As long as the engine itself waits for a plugin before it kills it (plugin.go, ExecPlugin).
const GRACE_MS = 5000;

const running = new Set();

/** Starts the current Node with `args`; the child is stopped together with the host. */
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

/** Signals a child to stop, and kills it after the grace period. */
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
 * Calls `gone` once the parent process has ended. A kill -9 of the engine sends no signal to its children, but the
 * kernel gives them another parent.
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

/** Resolves a module of the Pulumi SDK from the program's folder, so that its installed version runs. */
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
