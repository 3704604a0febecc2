import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

// Records of creations of one test file: none that an earlier run has left behind may be taken for its own.
const folder = mkdtempSync(join(tmpdir(), "intents-"));
process.env.CLOUDPLATFORM_INTENT_DIR = folder;
// What is not found is searched for until a time that tests need not wait out.
process.env.CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS ??= "3";
afterAll(() => rmSync(folder, { recursive: true, force: true }));
