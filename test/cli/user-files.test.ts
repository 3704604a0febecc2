import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { commandLine } from "./command-line.ts";

/** Files that a user names, and that a command cannot read or write. */
const emulator = await platform();
const folder = mkdtempSync(join(tmpdir(), "user-files-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "file");
writeFileSync(file, "");
const missing = join(folder, "missing");
const below = join(file, "below");
const paths: Record<string, string> = {
  ...{ "<file>": file, "<folder>": folder, "<missing>": missing, "<below>": below },
  "<new>": join(folder, "new.ts"),
};

const read = (what: string, path: string, seen: string) => `${what} could not be read from "${path}": ${seen}`;
const written = (what: string, path: string) => `${what} could not be written to "${path}": `;
const absent = "there is no such file or folder. Check its path. [CP4005]";
const isFolder = "it is a folder. Name a file. [CP4005]";

test.each([
  ["review --urls <missing>", read("The sample URLs", missing, absent)],
  ["review --usage <missing>", read("The expected usage", missing, absent)],
  ["review --output <file>", written("The review", file)],
  ["drift --output <file>", written("The review", file)],
  ["apply --review <folder>", read("The review", folder, isFolder)],
  ["apply --all-stacks --review <missing>", read("The reviews", missing, absent)],
  ["adopt --from <missing>", read("The state", missing, absent)],
  ["adopt --all --out <below>", written("The program", join(below, "cdn.ts"))],
  ["adopt rule-set 77 --program <below>", written("The program", below)],
  ["adopt rule-template 77 --program <below>", written("The program", below)],
  [
    "adopt rule-template 77 --force --program <new> --import <folder>",
    `${written("The import file", folder)}${isFolder}`,
  ],
  ["doctor --conformance --yes --output <folder>", `${written("The report", folder)}${isFolder}`],
])("%s names the file, what was seen and what to do", async (line, text) => {
  const args = line.split(" ").map((word) => paths[word] ?? word);
  const { code, err } = await commandLine(emulator.url, args, { folder });
  expect(err).toContain(text);
  // Neither a code of the operating system nor a stack.
  expect(err).not.toMatch(/\bE[A-Z]{4,}\b|\n +at /);
  expect(code).toBe(2);
});
