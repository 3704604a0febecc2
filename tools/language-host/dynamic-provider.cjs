"use strict";
// The provider of dynamic resources: that of the SDK which the program installed. Unlike the official script, it ends
// when the engine is killed.
const { locate, whenParentDies } = require("./children.cjs");

// Grace period for handlers of signals to record their progress.
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
