"use strict";
// The provider of dynamic resources: that of the SDK which the program installed. Unlike the official script, it ends
// when the engine is killed.
const { createRequire } = require("node:module");
const path = require("node:path");

const PARENT_CHECK_MS = 500;
// Grace period for handlers of signals to record their progress.
const GRACE_MS = 5000;

// A kill -9 of the engine sends no signal to its children, but the kernel gives them another parent.
const parent = process.ppid;
const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), GRACE_MS).unref();
}, PARENT_CHECK_MS);
timer.unref();

let provider;
try {
  provider = createRequire(path.resolve("index.js")).resolve("@pulumi/pulumi/cmd/dynamic-provider");
} catch (error) {
  if (error.code !== "MODULE_NOT_FOUND") throw error;
  process.stderr.write(
    `@pulumi/pulumi was not found from ${process.cwd()}. It looks like the Pulumi SDK has not been installed there. ` +
      "Have you run npm install?\n",
  );
  process.exit(1);
}
require(provider);
