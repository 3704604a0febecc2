import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

// Creates leave records for other processes in the temporary folder. Without a separate folder, this run would read records of an earlier
// run whose emulator had the same port.
const names = ["TMPDIR", "TEMP", "TMP"] as const;
const before = names.map((name) => [name, process.env[name]] as const);
const folder = mkdtempSync(join(tmpdir(), "test-"));
for (const name of names) process.env[name] = folder;
afterAll(() => {
  for (const [name, value] of before)
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
