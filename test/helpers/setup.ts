import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

// Records of creations of one test file, so that it does not use those of an earlier run.
const folder = mkdtempSync(join(tmpdir(), "intents-"));
process.env.CLOUDPLATFORM_INTENT_DIR = folder;
// A short search time for objects after ambiguous responses.
process.env.CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS ??= "3";
afterAll(() => rmSync(folder, { recursive: true, force: true }));
