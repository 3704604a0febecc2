import { expect, test } from "vitest";
import { matchUrls } from "../../provider/review/cdn/command.ts";
import { effectOn } from "../../provider/review/cdn/effects.ts";
import { matchOf, patternOf, type Template } from "../../provider/review/cdn/match.ts";
import { matchText } from "../../provider/review/cdn/match-text.ts";
import { templateOf } from "../../provider/review/cdn/templates.ts";
import { commandLine } from "../cli/command-line.ts";
import { platform } from "../helpers/platform.ts";

const template = (rule: string, changes: Partial<Template> = {}): Template => ({
  ...{ name: "one", rule, ruleType: 0, weight: 1, options: {} },
  ...changes,
});

test.each([
  ["images/", 1, "/images/"],
  ["/images/", 1, "/images/"],
  ["/images/", 0, "/images/"],
  ["images/", 0, "/images/"],
  ["^/images/", 0, "^/images/"],
])("the rule %s of type %i is the pattern %s", (rule, ruleType, pattern) => {
  expect(patternOf({ rule, ruleType })).toBe(pattern);
});

test.each([
  ["^/images/", "https://cdn.example/images/a.png", "yes"],
  ["^/images/", "/a/images/", "no"],
  ["/.*\\.png$", "/images/a.png", "yes"],
  ["/.*\\.png$", "https://cdn.example/images/a.jpg", "no"],
])("%s and %s: %s", (rule, url, result) => {
  expect(matchOf(template(rule), url)).toEqual({ result });
});

test.each([
  ["/images/", "/a/images/", "matches only from the beginning of the path"],
  ["^/images/", "/Images/", "upper and lower case differ"],
  ["^/a\\.png$", "/a.png?size=1", "the query string is part of what is matched"],
])("if the contract does not specify %s and %s, the result is open", (rule, url, reason) => {
  expect(matchOf(template(rule), url)).toEqual({ result: "open", reason: expect.stringContaining(reason) });
});

test("a pattern that can backtrack exponentially is not run, and named", () => {
  const trap = template("/(a+)+$");
  expect(matchOf(trap, `/${"a".repeat(60)}!`)).toEqual({
    result: "failed",
    reason: "its pattern can backtrack exponentially",
  });
  expect(matchUrls({ kind: "state", source: "here", templates: [trap] }, []).patterns).toMatchObject([
    { problem: expect.stringContaining("exponential time") },
  ]);
});

test("the evaluation of a slow pattern is aborted after a timeout", () => {
  // A back reference, which no finite automaton can match.
  const trap = template("/(a*)*\\1b");
  expect(matchOf(trap, `/${"a".repeat(60)}!`)).toEqual({
    result: "failed",
    reason: "its pattern backtracks for more than 2 s on this URL",
  });
});

test("a dialect that JavaScript does not know is not guessed", () => {
  const reason = expect.stringContaining("in a dialect of regular expressions");
  expect(matchOf(template("/(?i)images"), "/images")).toEqual({ result: "failed", reason });
});

test("a null option is inherited, and so is a removed one", () => {
  const before = template("^/a", { options: { gzipOn: { enabled: true, value: true }, slice: null } });
  const after = template("^/a", { options: { slice: { enabled: true, value: true } } });
  expect(effectOn("/a", [before], [after]).changes).toEqual([
    'one: gzipOn {"enabled":true,"value":true} → inherited',
    'one: slice inherited → {"enabled":true,"value":true}',
  ]);
});

test("templates that begin or cease to match are named, and the order of several is left open", () => {
  const [a, b] = [template("^/a", { name: "a", weight: 5 }), template("^/a/b", { name: "b", weight: 2 })];
  expect(effectOn("/a/b", [a], [a, b])).toMatchObject({
    ...{ before: ["a (weight 5)"], after: ["b (weight 2)", "a (weight 5)"], changes: ["b matches now"] },
    open: ["2 templates match; which weight goes first is not documented"],
  });
  expect(effectOn("/a/b", [a, b], [a])).toMatchObject({ changes: ["b no longer matches"], open: [] });
});

test("foreign names contain no control sequences on the terminal", () => {
  const templates = [template("^/a", { name: "\u001b[2J\u202e" })];
  const report = matchUrls({ kind: "state", source: "here", templates }, ["/a\u0007"]);
  expect(matchText(report)).not.toMatch(/(?!\n)\p{C}/u);
});

test("the command asks the platform with --live, and says that it leaves out system templates", async () => {
  const emulator = await platform();
  const found = await commandLine(emulator.url, ["cdn", "match", "/old", "/none", "--live", "--json"]);
  expect(found.code, found.err).toBe(0);
  const { source, urls, open } = JSON.parse(found.out);
  expect(source).toBe(emulator.url);
  expect(urls[0].matches).toMatchObject([{ name: "Old pages (77)", result: "yes" }]);
  expect(urls[1].matches).toEqual([]);
  expect(open[0]).toContain("all templates of the platform are compared, except deleted ones and system templates.");
  const both = await commandLine(emulator.url, ["cdn", "match", "/old", "--live", "--state"]);
  expect(both).toMatchObject({ code: 2, err: expect.stringContaining("cannot be combined") });
});

test("a template that may match, or could not be evaluated, is marked beside its name", () => {
  expect(effectOn("/a/images/", [], [template("/images/")]).after).toEqual(["one (weight 1), perhaps"]);
  const trap = template("/(a+)+$");
  expect(effectOn(`/${"a".repeat(60)}!`, [], [trap]).after).toEqual(["one (weight 1), not evaluated"]);
});

test.each([
  [1, 3, ["one: weight 1 → 3"]],
  [undefined, 3, ["one: weight the platform's → 3"]],
  [1, undefined, ["one: weight 1 → the platform's"]],
  [undefined, undefined, []],
])("a change of a template's weight from %s to %s changes the order", (before, after, changes) => {
  const [old, now] = [before, after].map((weight) => template("^/a", { weight }));
  expect(effectOn("/a", old === undefined ? [] : [old], now === undefined ? [] : [now]).changes).toEqual(changes);
});

test.each([
  [{ rule: "^/a/", ruleType: 1 }, { ruleType: 1 }],
  [{ rule: "^/a/", ruleType: 0 }, { ruleType: 0 }],
  [
    { rule: "^/a/", weight: 0, options: { gzipOn: null } },
    { ruleType: 0, weight: 0, options: { gzipOn: null } },
  ],
  [
    { rule: "^/a/", weight: "x", options: [] },
    { ruleType: 0, options: {} },
  ],
])("of the inputs %j a template has %j", (inputs, expected) => {
  expect(templateOf("one", { inputs } as never)).toEqual({ name: "one", rule: "^/a/", options: {}, ...expected });
  expect(templateOf("one", { inputs: { ...inputs, rule: undefined } } as never)).toBeUndefined();
});
