// Runs the hook as git does, with Biome and the compiler: 3 s.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

describe("the hook before commits", () => {
  const folder = mkdtempSync(join(tmpdir(), "hook-"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@localhost", ...args], {
      cwd: folder,
      encoding: "utf8",
      stdio: "pipe",
    });
  const commit = (file: string, text: string) => {
    writeFileSync(join(folder, file), text);
    git("add", file);
    return git("commit", "-m", file);
  };

  beforeAll(() => {
    git("init");
    for (const file of [".githooks/pre-commit", "biome.json", "tsconfig.json", ".gitignore"]) {
      mkdirSync(join(folder, file, ".."), { recursive: true });
      copyFileSync(join(root, file), join(folder, file));
    }
    writeFileSync(
      join(folder, "tsconfig.json"),
      '{ "compilerOptions": { "strict": true, "types": [] }, "include": ["*.ts"] }\n',
    );
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(join(root, "node_modules/.bin"), join(folder, "node_modules/.bin"), "junction");
    git("config", "core.hooksPath", ".githooks");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("accepts a commit that is formatted and typed", () => {
    expect(commit("right.ts", "export const right: number = 1;\n")).toContain("right.ts");
  });

  test("stops a commit that is not formatted, has a lint error or a wrong type", () => {
    expect(() => commit("format.ts", "export const  wrong = 1\n")).toThrow(/format/);
    git("rm", "-f", "format.ts");
    expect(() => commit("lint.ts", "export const wrong: any = 1;\n")).toThrow(/noExplicitAny/);
    git("rm", "-f", "lint.ts");
    expect(() => commit("type.ts", 'export const wrong: number = "1";\n')).toThrow(/Command failed/);
  });

  test("checks no types if no source is staged", () => {
    git("reset", "--quiet");
    expect(commit("notes.md", "Notes\n")).toContain("notes.md");
  });
});
