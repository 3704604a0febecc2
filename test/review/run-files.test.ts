import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { refuseForeign } from "../../provider/review/plan/apply.ts";
import { policyArguments, urlsOf } from "../../provider/review/plan/make.ts";
import { hasBegun, preview, previewRefresh } from "../../provider/review/plan/preview.ts";

const folder = mkdtempSync(join(tmpdir(), "run-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const file = join(folder, "file");
  writeFileSync(file, text);
  return file;
}

const step = (op: string, { type = "cloudplatform:cdn:RuleTemplate", planning = false } = {}) =>
  JSON.stringify({ resourcePreEvent: { planning, metadata: { op, type } } });

test.each([
  ["no log", "", false],
  ["messages alone", '{"diagnosticEvent":{"message":"resourcePreEvent"}}', false],
  ["an event without a step", '{"resourcePreEvent":{}}', false],
  ["a refresh, a read and what stays", [step("refresh"), step("read"), step("same")].join("\n"), false],
  ["the creation of the stack itself", step("create", { type: "pulumi:pulumi:Stack" }), false],
  ["the creation of a provider", step("create", { type: "pulumi:providers:cloudplatform" }), false],
  ["steps of the update's own preview", step("create", { planning: true }), false],
  ["a line that the engine has begun to write", step("create").slice(0, -5), false],
  ["a creation", [step("same"), step("create")].join("\n"), true],
  ["a deletion", `${step("delete")}\r\n`, true],
])("an update with %s in its log: has begun to change something: %s", async (_, log, begun) => {
  expect(await hasBegun(fileWith(log))).toBe(begun);
});

test("an update without a log has not begun", async () => {
  expect(await hasBegun(join(folder, "missing"))).toBe(false);
});

describe("the engine of a review loads modules of the SDK late", () => {
  const own = fileURLToPath(new URL("../../provider/late-modules.cjs", import.meta.url));
  const late = `--require=${JSON.stringify(own)}`;
  const bin = join(folder, "bin");
  mkdirSync(bin);
  // Refuses to run, and says with which options it would have started Node.js.
  writeFileSync(join(bin, "pulumi"), '#!/bin/sh\necho "error: options <$NODE_OPTIONS>" >&2; exit 1\n', { mode: 0o755 });

  const runWith = (options: string) => {
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, NODE_OPTIONS: options };
    return { cwd: folder, env, signal: new AbortController().signal };
  };

  test.each([
    ["without options", "", late],
    ["with options of the user", "--no-warnings", `--no-warnings ${late}`],
    ["with late modules of the user", "--require=/other/late-modules.cjs", "--require=/other/late-modules.cjs"],
  ])("%s", async (_, given, seen) => {
    const seeing = `options <${seen}>`;
    await expect(preview("dev", [], folder, runWith(given))).rejects.toThrow(seeing);
    await expect(previewRefresh("dev", folder, runWith(given))).rejects.toThrow(seeing);
  });
});

test("sample URLs are one a line, without comments and empty lines", async () => {
  expect(await urlsOf(undefined)).toEqual([]);
  expect(await urlsOf(fileWith("# pages\r\n /a \n\n/b?x=#y\n"))).toEqual(["/a", "/b?x=#y"]);
  await expect(urlsOf(join(folder, "missing"))).rejects.toThrow(
    /sample URLs could not be read from ".*missing": there is no such file/,
  );
});

test.each([
  [undefined, "--no-policies"],
  [{ config: [], preset: undefined }, ""],
  [
    { config: ["a.json", "b.json"], preset: "production", packs: ["own", "team"] },
    "--preset production --config a.json b.json --pack own team",
  ],
])("apply makes a review with the policies %j by the arguments %s", (policies, text) => {
  expect(policyArguments(policies).join(" ")).toBe(text);
});

test.each([
  ["shop", "prod", undefined],
  ["shop", "acme/shop/prod", undefined],
  ["other", "prod", 'this is "prod" of "other"'],
  ["shop", "test", 'this is "test" of "shop"'],
  ["other", "acme/other/test", 'this is "acme/other/test" of "other"'],
])("the review of a stack is not applied to another: %s, %s", (project, stack, refusal) => {
  const apply = () => refuseForeign({ project: "shop", stack: "team/shop/prod" }, { project, stack }, "review.json");
  if (refusal === undefined) expect(apply).not.toThrow();
  else expect(apply).toThrow(refusal);
});
