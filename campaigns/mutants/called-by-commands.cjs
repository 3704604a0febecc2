// Preloaded into all processes of tests with the CLI: writes for each test file which blocks with marks were called.
"use strict";
const { appendFileSync } = require("node:fs");

const seen = new Set();

globalThis.__called = (file, index) => {
  // A kept process works for one test file after another.
  const { MUTANTS_CALLED: output, PROCESSOR_TIME_FILE: test } = process.env;
  if (output === undefined || test === undefined) return;
  const line = JSON.stringify([test, file, index]);
  if (seen.has(line)) return;
  seen.add(line);
  appendFileSync(output, `${line}\n`);
};
