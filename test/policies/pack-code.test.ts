import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { codeOf } from "../../policies/cli/pack-code.ts";

const folder = mkdtempSync(join(tmpdir(), "pack-code-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("the hash of a pack's code changes with a file or the configuration, but not with installed packages", async () => {
  mkdirSync(join(folder, "rules"));
  mkdirSync(join(folder, "node_modules"));
  writeFileSync(join(folder, "rules/one.ts"), "export const limit = 1;");
  const before = await codeOf([folder], [{ level: "mandatory" }]);
  expect(before).toMatch(/^sha256:[0-9a-f]{16}$/);
  writeFileSync(join(folder, "node_modules/other.js"), "");
  expect(await codeOf([folder], [{ level: "mandatory" }])).toBe(before);
  expect(await codeOf([folder], [{ level: "advisory" }])).not.toBe(before);
  writeFileSync(join(folder, "rules/one.ts"), "export const limit = 2;");
  expect(await codeOf([folder], [{ level: "mandatory" }])).not.toBe(before);
});
