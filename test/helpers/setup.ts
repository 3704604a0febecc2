import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { forgetClients } from "../../provider/client/configured-client.ts";
import { endFile } from "./endings.ts";
import { reportProcessorTime, testFile } from "./processor-time.ts";
import { time } from "./time.ts";

const environment = { ...process.env };
// Records of creations of one test file, so that it does not use those of an earlier run.
const folder = mkdtempSync(join(tmpdir(), "intents-"));
process.env.CLOUDPLATFORM_INTENT_DIR = folder;
// A short search time for objects after ambiguous responses.
process.env.CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS ??= "3";
const { testPath = "" } = expect.getState();
process.env[testFile] = testPath;
time.start();
afterAll(async () => {
  await endFile();
  // An emulator of the next file may get the same port, and pauses would end at a time that was skipped to.
  forgetClients();
  time.stop();
  rmSync(folder, { recursive: true, force: true });
  // The next file of this process begins with the same environment.
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  reportProcessorTime(testPath);
});
