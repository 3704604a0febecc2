#!/usr/bin/env node
"use strict";
// The command in a checkout. An older Node.js, which cannot load TypeScript, prints a line that says so.
try {
  require("../provider/values/check-node.cjs");
  import("./cli.ts");
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
