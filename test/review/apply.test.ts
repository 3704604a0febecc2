import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { commandLine } from "../cli/command-line.ts";
import { platform } from "../helpers/platform.ts";
import { driftOf, reviewOf } from "./material.ts";

/** Reviews that `apply` refuses before anything runs. */
const emulator = await platform();
const review = await reviewOf(emulator.url, { now: new Date() });
const folder = mkdtempSync(join(tmpdir(), "review-apply-"));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, "Pulumi.yaml"), "name: test\nruntime: nodejs\n");

/** Runs `apply` without the Pulumi CLI on the PATH, so that a refusal that comes too late fails with another error. */
function apply(content: object, ...args: string[]) {
  const file = join(folder, "review.json");
  writeFileSync(file, JSON.stringify(content));
  return commandLine(emulator.url, ["apply", "--no-policies", "-C", folder, "--review", file, ...args], {
    environment: { PATH: folder },
  });
}

const refusals: [what: string, words: string, content: object, args: string[]][] = [
  ["an edited review", "was edited", { ...review, counts: {} }, []],
  ["an expired one", "The review expired at", await reviewOf(emulator.url, { now: new Date("2020-01-01") }), []],
  ["another stack's", 'for the stack "test", not for "prod"', review, ["--stack", "prod"]],
  [
    "another one than the approved",
    "is not the review that was approved",
    review,
    ["--digest", `sha256:${"0".repeat(64)}`],
  ],
  ["one of an older release", "was written by an older release", { ...review, version: 1 }, []],
  ["a report of drift", "is a report of drift", await driftOf(emulator.url), []],
];

test.each(refusals)("%s is refused in its own words with exit code 3", async (_, words, content, args) => {
  const ran = await apply(content, ...args);
  expect(ran.err).toContain(words);
  expect(ran.code).toBe(3);
});

test("a review that is not made leaves none of an earlier one in its folder", async () => {
  const output = mkdtempSync(join(folder, "review-"));
  for (const name of ["review.md", "review.json", "notes.txt"]) writeFileSync(join(output, name), "earlier");
  expect(await commandLine(emulator.url, ["review", "-C", tmpdir(), "--output", output])).toMatchObject({ code: 2 });
  expect(readdirSync(output)).toEqual(["notes.txt"]);
});

test("missing files are reported with a fix", async () => {
  const none = await commandLine(emulator.url, ["apply"]);
  expect(none).toMatchObject({ code: 2, err: expect.stringContaining("apply needs --review review.json") });
  const digest = await commandLine(emulator.url, ["apply", "--digest", "abc"]);
  expect(digest).toMatchObject({ code: 2, err: expect.stringContaining("64 hexadecimal digits") });
  const expires = await commandLine(emulator.url, ["review", "--expires", "31d"]);
  expect(expires).toMatchObject({ code: 2, err: expect.stringContaining("--expires must be at most 30d") });
  const project = await commandLine(emulator.url, ["review", "-C", tmpdir()]);
  expect(project).toMatchObject({ code: 2, err: expect.stringContaining("Name the project's folder with --cwd") });
  const cli = await commandLine(emulator.url, ["review", "-C", folder], { environment: { PATH: folder } });
  expect(cli).toMatchObject({ code: 2, err: expect.stringContaining("Put pulumi on the PATH") });
  const file = await commandLine(emulator.url, ["apply", "-C", folder, "--review", "none.json"]);
  expect(file).toMatchObject({ code: 2, err: expect.stringContaining('could not be read from "none.json"') });
});
