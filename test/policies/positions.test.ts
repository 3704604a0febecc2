import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { findingOf } from "../../policies/cli/finding.ts";
import { locate, positionsOf } from "../../policies/cli/positions.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "positions-")));
afterAll(() => rmSync(root, { recursive: true }));
for (const file of ["index.ts", "node_modules/library/main.js", "lib/shop.ts"]) {
  mkdirSync(join(root, file, ".."), { recursive: true });
  writeFileSync(join(root, file), "");
}

const esm = (file: string, line: number) => ({
  sourcePosition: `project:///${pathToFileURL(join(root, file)).href.replace("file://", "file:")}#${line},3`,
});
const cjs = (file: string, line: number) => ({ sourcePosition: `project:///${file}#${line},3` });
const here = (file: string) => {
  const path = relative(process.cwd(), join(root, file));
  return path.replaceAll("\\", "/");
};

test.each([
  [
    "the first frame in the project",
    [esm("node_modules/library/main.js", 9), esm("lib/shop.ts", 4), esm("index.ts", 2)],
  ],
  ["a frame of CommonJS", [cjs("../elsewhere.ts", 9), cjs("lib/shop.ts", 4)]],
  ["frames without a position left out", [{}, {}, esm("lib/shop.ts", 4)]],
])("the line of a resource is that of %s", (_, stackTrace) => {
  const preview = { steps: [{ newState: { urn: "urn:a", stackTrace } }, { op: "delete" }] };
  expect(positionsOf(JSON.stringify(preview), root)).toEqual(
    new Map([["urn:a", { file: here("lib/shop.ts"), line: 4 }]]),
  );
  const state = { deployment: { resources: [{ urn: "urn:a", stackTrace }] } };
  expect(positionsOf(JSON.stringify(state), root).get("urn:a")?.line).toBe(4);
});

test.each([
  ["no JSON", "error: no such stack"],
  ["a file that does not exist", JSON.stringify({ steps: [{ newState: { urn: "urn:a", ...esm("gone.ts", 1) } }] })],
  [
    "a library only",
    JSON.stringify({ steps: [{ newState: { urn: "urn:a", ...esm("node_modules/library/main.js", 1) } }] }),
  ],
  ["a text of another form", JSON.stringify({ steps: [{ newState: { urn: "urn:a", sourcePosition: "index.ts:1" } }] })],
])("%s gives no line", (_, json) => {
  expect(positionsOf(json, root)).toEqual(new Map());
});

test("a finding has the line of its resource; one without has the project file", () => {
  const finding = (urn: string) => findingOf({ rule: "rule-type", urn, message: "m", level: "mandatory" });
  const report = {
    ...{ packs: {}, source: "", changes: {}, errors: [], notes: [], relaxed: [], notEvaluated: {} },
    findings: [finding("urn:a"), finding("urn:b")],
  };
  locate(report, new Map([["urn:a", { file: "shop.ts", line: 4 }]]), join(root, "index.ts"));
  expect(report.findings.map(({ location }) => location)).toEqual([
    { file: "shop.ts", line: 4 },
    { file: here("index.ts"), line: 1 },
  ]);
});
