import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { openEditor } from "./editor.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const text = (file: string) => fs.readFileSync(path.join(repository, file), "utf8");

const editor = openEditor();
const agreement = editor.write("test/generate/agreement.ts", text("test/generate/agreement.ts"));

/** What the compiler says when one line of a generated file is another. */
function problemsWith(file: string, line: string, other: string): string[] {
  const original = text(file);
  expect(original).toContain(line);
  editor.write(file, original.replace(line, other));
  const problems = editor.problems(agreement);
  editor.write(file, original);
  return problems;
}

describe("every generated interface and the type of its schema", () => {
  test("are identical", () => {
    expect(editor.problems(agreement)).toEqual([]);
  });

  test("differ when a field has another type", () => {
    const problems = problemsWith("provider/types/cdn/rule-template.ts", "weight?: number;", "weight?: string;");
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain("weight?: string");
  });

  test("differ when a field deep down is no longer optional", () => {
    const problems = problemsWith("provider/types/cdn/headers.ts", "always?: boolean;", "always: boolean;");
    expect(problems).toHaveLength(1);
  });

  test("differ when an enumeration lacks a value", () => {
    const line = '"cold" | "ssd_hiiops" | ';
    expect(problemsWith("provider/types/kubernetes/pool.ts", line, '"ssd_hiiops" | ')).toHaveLength(1);
  });

  test("differ when a field is missing", () => {
    expect(problemsWith("provider/types/gpu/server.ts", "  sshKeyName?: string | null;\n", "")).toHaveLength(1);
  });
});
