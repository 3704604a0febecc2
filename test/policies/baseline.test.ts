import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { applyBaseline, writeBaseline } from "../../policies/cli/baseline.ts";
import { exitCodeOf } from "../../policies/cli/exit-code.ts";
import { findingOf } from "../../policies/cli/finding.ts";
import type { Report } from "../../policies/cli/report.ts";

let file: string;
beforeAll(async () => {
  file = join(await mkdtemp(join(tmpdir(), "baseline-")), "baseline.json");
});

/** Returns a report with a violation of a rule for each of these messages. */
const reportWith = (messages: readonly string[], errors: string[] = []): Report => ({
  ...{ packs: {}, source: "preview of prod", changes: {}, notes: [], relaxed: [], notEvaluated: {}, errors },
  findings: messages.map((message) =>
    findingOf({ rule: "rule-type", urn: "urn:pulumi:prod::shop::t::images", message, level: "mandatory" }),
  ),
});
const kindsOf = ({ findings }: Report) => findings.map(({ kind }) => kind);

test.each([
  { now: ["one", "two"], kinds: ["baseline", "baseline"], notes: [] },
  { now: ["one", "two", "two"], kinds: ["baseline", "baseline", "violation"], notes: [] },
  { now: ["one", "worse"], kinds: ["baseline", "violation"], notes: ["has 1 violation that no longer exist"] },
  { now: [], kinds: [], notes: ["has 2 violations that no longer exist"] },
])("of a baseline of two violations, $now count as $kinds", async ({ now, kinds, notes }) => {
  await writeBaseline(file, reportWith(["one", "two"]));
  const report = reportWith(now);
  await applyBaseline(file, report);
  expect(kindsOf(report)).toEqual(kinds);
  expect(report.notes).toEqual(notes.map((note) => expect.stringContaining(note)));
});

test("a stopped check reports nothing about violations that it has not found", async () => {
  await writeBaseline(file, reportWith(["one"]));
  const report = reportWith([], ["no such luck"]);
  await applyBaseline(file, report);
  expect(report.notes).toEqual([]);
});

test("a baseline is written only from a complete check, and read only unmodified", async () => {
  await writeBaseline(file, reportWith(["one"]));
  const written = await readFile(file, "utf8");
  await expect(writeBaseline(file, reportWith([], ["no such luck"]))).rejects.toThrow(/was not written.*no such luck/);
  expect(await readFile(file, "utf8")).toBe(written);
  await writeFile(file, '{"version": 2}');
  await expect(applyBaseline(file, reportWith([]))).rejects.toThrow(/could not be read: it is not a baseline/);
});

test.each([
  { level: "mandatory", failOn: undefined, errors: [], code: 1 },
  { level: "mandatory", failOn: undefined, errors: ["no such luck"], code: 1 },
  { level: "advisory", failOn: undefined, errors: [], code: 0 },
  { level: "advisory", failOn: undefined, errors: ["no such luck"], code: 2 },
  { level: "advisory", failOn: "medium", errors: [], code: 1 },
  { level: "advisory", failOn: "high", errors: [], code: 0 },
] as const)("a violation ($level, medium) with --fail-on $failOn and errors $errors: exit code $code", (one) => {
  const finding = findingOf({ rule: "x", urn: "urn:pulumi:a::b::c::d", message: "m", level: one.level });
  const report = { ...reportWith([], [...one.errors]), findings: [finding] };
  expect(exitCodeOf(report, { failOn: one.failOn, writeBaseline: undefined })).toBe(one.code);
  // A run that writes a baseline accepts its violations.
  expect(exitCodeOf(report, { failOn: one.failOn, writeBaseline: file })).toBe(one.errors.length > 0 ? 2 : 0);
});
