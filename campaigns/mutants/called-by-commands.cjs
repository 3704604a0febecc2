// Preloaded into all processes of tests with the CLI. It writes, for each test file, which marked blocks were called.
"use strict";
const { appendFileSync } = require("node:fs");

const seen = new Set();

globalThis.__called = (file, index) => {
  // One process may serve several test files, so the variables are read on every call.
  const { MUTANTS_CALLED: output, PROCESSOR_TIME_FILE: test } = process.env;
  if (output === undefined || test === undefined) return;
  const line = JSON.stringify([test, file, index]);
  if (seen.has(line)) return;
  seen.add(line);
  appendFileSync(output, `${line}\n`);
};
