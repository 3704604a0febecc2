"use strict";
// What the engine starts for dynamic resources: the SDK's own provider, in the version that the program installed.
// Unlike the official script it does not stay behind when the engine is killed.
const { locate, whenParentDies } = require("./children.cjs");

// Handlers that listen for signals get this long to write down where they are.
const GRACE_MS = 5000;

whenParentDies(() => {
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), GRACE_MS).unref();
});

try {
  require(locate("@pulumi/pulumi/cmd/dynamic-provider", process.cwd(), "npm install"));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
