import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { commandLine } from "./command-line.ts";

const emulator = await platform();

test.each([
  ["edge secret 1 --id 2", "--id cannot be combined with the argument <id>."],
  ["edge logs 2 --follow --to 1h --sort desc", "--to and --sort cannot be combined with --follow."],
  ["cdn match /a --live --state", "--state cannot be combined with --live."],
  ["review --no-policies --preset production", "--preset cannot be combined with --no-policies."],
  ["review --parallel 2", "--parallel cannot be used without --all-stacks."],
  ["drift --stack dev --all-stacks", "--stack cannot be combined with --all-stacks, which takes patterns: '*/prod'."],
  ["doctor --yes --output report.json", "--output and --yes cannot be used without --conformance."],
  ["adopt --all --program x.ts", "--program cannot be combined with --all."],
  ["adopt --from state.json --place 1/76", "--place cannot be combined with --from."],
  ["adopt rule-template 77 --name shop", "--name cannot be combined with rule-template."],
])("`%s` is refused before anything is read or written: its option has no effect", async (line, text) => {
  const folder = await mkdtemp(join(tmpdir(), "unused-flags-"));
  emulator.platform.requests.clear();
  const { code, out, err } = await commandLine(emulator.url, line.split(" "), { folder });
  expect([code, out]).toEqual([2, ""]);
  expect(err).toBe(`${text} [CP3001]\n`);
  expect([emulator.platform.requests.list({}), await readdir(folder)]).toEqual([[], []]);
});
