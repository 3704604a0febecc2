import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

// Creations leave notes for others in the machine's folder: of another run that had the same port, they are not for this one.
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
