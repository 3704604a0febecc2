import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { openEditor } from "./editor.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const text = (file: string) => fs.readFileSync(path.join(repository, file), "utf8");

const editor = openEditor();
const agreement = editor.write("test/generate/agreement.ts", text("test/generate/agreement.ts"));

/** Edits of generated files: file, line, a line that contradicts the schema, and words that only its compiler error has. */
const edits = {
  "another type": ["cdn/rule-template.ts", "weight?: number;", "weight?: string;", "weight?: string"],
  "no longer optional, deep down": ["cdn/headers.ts", "always?: boolean;", "always: boolean;", "allowedHttpMethods?:"],
  "a missing value of an enumeration": [
    "kubernetes/pool.ts",
    '"cold" | "ssd_hiiops" | ',
    '"ssd_hiiops" | ',
    "keypair:",
  ],
  "a missing field": ["gpu/server.ts", "  sshKeyName?: string | null;\n", "", "results: { id:"],
} as const;

describe("every generated interface and the type of its schema", () => {
  test("are identical", () => {
    expect(editor.problems(agreement)).toEqual([]);
  });

  // All edits in one check, because a check reads every type of the project.
  test(`differ by ${Object.keys(edits).join(", ")}`, () => {
    for (const [name, line, other] of Object.values(edits)) {
      const file = `provider/types/${name}`;
      expect(text(file)).toContain(line);
      editor.write(file, text(file).replace(line, other));
    }
    const problems = editor.problems(agreement);
    expect(problems).toHaveLength(Object.keys(edits).length);
    for (const [, , , words] of Object.values(edits))
      expect(
        problems.filter((problem) => problem.includes(words)),
        words,
      ).toHaveLength(1);
  });
});
