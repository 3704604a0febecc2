import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { forgetClients } from "../../provider/client/configured-client.ts";
import { endFile } from "./endings.ts";
import { reportProcessorTime, testFile } from "./processor-time.ts";
import { time } from "./time.ts";

const environment = { ...process.env };
// A create journal of its own for each test file, so that no file reads the records of an earlier run.
const folder = mkdtempSync(join(tmpdir(), "intents-"));
process.env.CLOUDPLATFORM_INTENT_DIR = folder;
// Keep the search for objects after ambiguous responses short.
process.env.CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS ??= "3";
const { testPath = "" } = expect.getState();
process.env[testFile] = testPath;
time.start();
afterAll(async () => {
  await endFile();
  // The next file's emulator may get the same port, and pauses of old clients would end at a time that only the test clock reached.
  forgetClients();
  time.stop();
  rmSync(folder, { recursive: true, force: true });
  // The next file in this process must start with the same environment.
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  reportProcessorTime(testPath);
});
