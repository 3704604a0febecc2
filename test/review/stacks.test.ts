import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { InterruptedError, NotAppliedError } from "../../provider/review/model/errors.ts";
import type { Review } from "../../provider/review/model/schema.ts";
import { renderScreen } from "../../provider/review/render/formats.ts";
import { sizeLimit } from "../../provider/review/render/screen.ts";
import { type Outcome, worstOf } from "../../provider/review/stacks/apply.ts";
import { touchedStacks } from "../../provider/review/stacks/changed.ts";
import { isSelected, refuseUnmatched } from "../../provider/review/stacks/find.ts";
import { readList, signedList } from "../../provider/review/stacks/list.ts";
import { listOf, type Reviewed } from "../../provider/review/stacks/make.ts";
import { namedPaths, readRepository } from "../../provider/review/stacks/named-paths.ts";
import { summaryOf } from "../../provider/review/stacks/summary.ts";
import { wavesOf } from "../../provider/review/stacks/waves.ts";
import { platform } from "../helpers/platform.ts";
import { reviewOf } from "./material.ts";

/** Many stacks: their order, the stacks that a change affects, and the summary. */
const emulator = await platform();
const review = await reviewOf(emulator.url);

test("stacks come after the stacks that they read; stacks that read each other are one wave", () => {
  const reads = new Map([
    ["app/dev", ["net/dev", "dns/none"]],
    ["net/dev", []],
    ["web/dev", ["app/dev"]],
    ["one/dev", ["two/dev"]],
    ["two/dev", ["one/dev"]],
  ]);
  expect(wavesOf(reads)).toEqual([["net/dev"], ["app/dev"], ["web/dev"], ["one/dev", "two/dev"]]);
  expect(wavesOf(reads, ["web/*,one/*", "*"])).toEqual([["web/dev", "one/dev"], ["net/dev", "two/dev"], ["app/dev"]]);
  expect(() => wavesOf(reads, ["web/*"])).toThrow(/"app\/dev" is in no wave.*'\*'/);
});

test.each([
  [[], true],
  [["*/prod"], true],
  [["*/dev"], false],
  [["shop/*", "!*/prod"], false],
  [["!sandbox/*"], true],
])("%j selects shop/prod: %s", (patterns, isChosen) => {
  expect(isSelected("shop/prod", patterns)).toBe(isChosen);
});

test("a project is touched by what its files name, directly or through others, and by packages of the repository", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "named-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const files: Record<string, string> = {
    "shop/index.ts":
      'import "../shared/a.js"; import "@team/net"; readFileSync(join(folder, "..", "rules", "list.json"));',
    "shop/go.mod": "replace example.com/x => ../modules/x\n",
    "shared/a.ts": 'export * from "./b";',
    "shared/b.ts": "// ../../outside\n",
    "shared/unused.ts": "",
    "packages/net/package.json": '{ "name": "@team/net" }',
    "packages/net/index.ts": 'import "../../deep/c";',
    "deep/c.ts": "",
    "rules/list.json": "[]",
    "modules/x/x.go": "",
    "other/index.ts": 'import "./own.ts"; call(...args);',
    "other/own.ts": 'const parent = join(folder, "..");',
    "other/.cache/left.ts": 'import "../../deep/c";',
    "other/node_modules/x/index.ts": 'import "../../../deep/c";',
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const repository = await readRepository(root);
  const named = async (project: string) =>
    [...(await namedPaths(repository, join(root, project)))].map((path) => relative(root, path)).sort();
  expect(await named("shop")).toEqual([
    ...["deep/c.ts", "modules/x", "packages/net", "rules/list.json", "shared/a.ts", "shared/b.ts", "shop"],
  ]);
  expect(await named("other")).toEqual(["other"]);
});

test("a change touches the stacks whose files it changes, those of one alone by its settings, and all by a manifest above", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "touched-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...args], { cwd: root });
  for (const file of ["shop/index.ts", "shop/Pulumi.dev.yaml", "net/index.ts", "net/Pulumi.dev.yaml"]) write(file, "");
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "first");
  const stacks = ["shop/dev", "shop/prod", "net/dev"].map((id) => {
    const [project = "", stack = ""] = id.split("/");
    return { id, project, stack, folder: project };
  });
  const touched = async (since = "HEAD") =>
    (await touchedStacks(stacks, { root, since, decisive: [] })).map(({ id }) => id);
  expect(await touched()).toEqual([]);
  write("shop/Pulumi.dev.yaml", "config: {}");
  expect(await touched()).toEqual(["shop/dev"]);
  write("net/Pulumi.prod.yaml", "config: {}");
  expect(await touched()).toEqual(["shop/dev", "net/dev"]);
  write("shop/added.ts", "");
  expect(await touched()).toEqual(["shop/dev", "shop/prod", "net/dev"]);
  await expect(touched("no-such-commit")).rejects.toThrow(/could not be read from git: .*no-such-commit.*fetch-depth/);
  await expect(touched("--output=x")).rejects.toThrow('--changed-since must name a commit; got "--output=x"');
});

test("the worst outcome determines the exit code", () => {
  const [notApplied, failed, interrupted] = [
    new NotAppliedError("it differs", "CP4104"),
    new Error("broken"),
    new InterruptedError("Ctrl-C", "CP4007"),
  ].map((error) => ({ error }));
  expect(worstOf(["applied", "settled"])).toBe("done");
  expect(worstOf(["applied", notApplied as Outcome])).toBe("not-applied");
  expect(worstOf([notApplied as Outcome, failed as Outcome])).toBe("failed");
  expect(worstOf([failed as Outcome, interrupted as Outcome, "left"])).toBe("interrupted");
});

/** Returns reviewed stacks with the same change. One is blocked and one differs. */
function stacks(count: number): Reviewed[] {
  return Array.from({ length: count }, (_, index): Reviewed => {
    const stack = `tenant-${index}`;
    const place = { id: `shop/${stack}`, project: "shop", stack, folder: "shop" };
    const operations = review.operations.map((one) => ({ ...one, id: `${index}`, name: `${one.name}-${stack}` }));
    const verdict: Review["verdict"] =
      index === 7
        ? { level: "blocked", reasons: ["the preview failed"] }
        : { level: "attention", reasons: ["1 deletion"] };
    const own = { ...review, stack, operations, verdict, errors: index === 7 ? ["It fails alone."] : [] };
    return index === 9 ? { place, failure: "Its passphrase is wrong.", reads: [] } : { place, review: own, reads: [] };
  });
}

test("a pattern that matches no stack is refused, unless it excludes stacks", () => {
  const ids = ["shop/dev", "shop/prod"];
  expect(() => refuseUnmatched(ids, ["*/dev", "!sandbox/*"])).not.toThrow();
  expect(() => refuseUnmatched(ids, ["*/dev", "*/porduction"])).toThrow(
    /^No stack matches "\*\/porduction": there are shop\/dev, shop\/prod\. \[CP4001\]$/,
  );
  expect(() => refuseUnmatched([], ["*"])).toThrow(/there is none/);
});

test("the summary of a drift report has the words of one stack's report", async () => {
  const all = stacks(2).map(({ place, review: own }) => {
    if (own === undefined) throw new Error("not reviewed");
    const drift: Review = { ...own, kind: "drift", verdict: { level: "safe", reasons: [] }, counts: {}, errors: [] };
    return { place, review: drift, reads: [] };
  });
  const list = await listOf("drift", all, { root: tmpdir(), environment: {} });
  expect(renderScreen(summaryOf(list, all), "text")).toMatch(/^Drift report of 2 stacks: No drift\n/);
});

test.each([100, 1000])("the summary of %i stacks groups equal changes and fits into a comment", async (count) => {
  const all = stacks(count);
  const list = await listOf("change", all, { root: tmpdir(), environment: {} });
  const text = renderScreen(summaryOf(list, all), "markdown");
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(sizeLimit);
  expect(text).toMatch(new RegExp(`^<!-- cloudplatform-change all stacks -->\n## 🔴 Review of \`${count} stacks\``));
  expect(text).toContain(`of ${count} stacks 2 blocked, ${count - 2} need attention`);
  expect(text).toContain("`It fails alone.` · in `shop/tenant-7`");
  expect(text).toContain("`Its passphrase is wrong.` · in `shop/tenant-9`");
  // The summary is complete, with only a few lines more than the review of one stack.
  expect(text).not.toContain("not shown here");
  expect(text).toContain(`\`images-{stack}\``);
  expect(text).toContain(`in ${count - 1} stacks: \`shop/tenant-0\``);
  expect(text.split("\n").length).toBeLessThan(250);
});

test("many different changes are cut by importance, and the files of each stack are named", async () => {
  const all = stacks(300).map((one, index) => ({
    ...one,
    review: one.review && {
      ...one.review,
      operations: one.review.operations.map((operation) => ({ ...operation, name: `${operation.name}-${index}-x` })),
    },
  }));
  const list = await listOf("change", all, { root: tmpdir(), environment: {} });
  const text = renderScreen(summaryOf(list, all), "markdown");
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(sizeLimit);
  expect(text).toMatch(/more creates not shown here; the review of each stack has all of them/);
  expect(text).toContain("It fails alone.");
  expect(renderScreen(summaryOf(list, all), "html")).not.toContain("not shown here");
});

test("an edited list is refused, and so is a list with names that lead out of its folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "list-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "review.json");
  const key = { CLOUDPLATFORM_REVIEW_KEY: "a-key-of-the-team" };
  const list = await listOf("change", stacks(3), { root: tmpdir(), environment: key });
  const read = (json: unknown, environment: NodeJS.ProcessEnv = key) => {
    writeFileSync(file, JSON.stringify(json));
    return readList(file, environment);
  };
  expect(await read(list)).toEqual(list);
  const forged = { ...list, waves: [], stacks: list.stacks.slice(1) };
  const { signature } = await listOf("change", stacks(3).slice(1), { root: tmpdir(), environment: {} });
  const shown = { ...list, verdict: { level: "safe" as const, reasons: [] } };
  for (const edited of [shown, forged, { ...forged, signature }, signedList(forged, {}), signedList(list, {})])
    await expect(read(edited)).rejects.toThrow(/was edited, or was signed with another key/);
  await expect(read(list, { CLOUDPLATFORM_REVIEW_KEY: "another" })).rejects.toThrow(/CLOUDPLATFORM_REVIEW_KEY/);
  const unsigned = signedList(list, {});
  expect(await read(unsigned, {})).toEqual(unsigned);
  await expect(read({ ...unsigned, counts: {} }, {})).rejects.toThrow(/was edited/);
  await expect(read({ ...list, waves: [["../x"]] })).rejects.toThrow(/was edited \(waves\.0\.0\)/);
  await expect(read(review)).rejects.toThrow(/that of one stack is applied without --all-stacks/);
});
