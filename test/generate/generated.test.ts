import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { generate, generatedFolders } from "../../provider/generate/generate.ts";

const provider = fileURLToPath(new URL("../../provider", import.meta.url));
const fresh = fs.mkdtempSync(path.join(os.tmpdir(), "generated-"));
afterAll(() => fs.rmSync(fresh, { recursive: true }));
generate(fresh);

/** Returns the texts of all files of a folder, by path. */
function texts(folder: string): Map<string, string> {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(paths.map((file) => [path.relative(folder, file), fs.readFileSync(file, "utf8")]));
}

describe.each(generatedFolders)("provider/%s", (folder) => {
  const committed = texts(path.join(provider, folder));
  const wanted = texts(path.join(fresh, folder));

  test("has files of every area", () => {
    expect(wanted.size).toBeGreaterThan(8);
  });

  test("has no file but those that are generated: run npm run generate", () => {
    const modules = [...committed.keys()].filter((name) => name.endsWith(".ts"));
    expect(modules.sort()).toEqual([...wanted.keys()].sort());
  });

  test.each([...wanted])("has %s as it is generated: run npm run generate", (file, text) => {
    expect(committed.get(file)).toBe(text);
  });
});
