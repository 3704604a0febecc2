#!/usr/bin/env node
"use strict";
// The command in a checkout: an older Node.js, which cannot load TypeScript, gets a line that says so.
try {
  require("../provider/values/check-node.cjs");
  import("./cli.ts");
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
