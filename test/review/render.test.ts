import fc from "fast-check";
import { expect, test } from "vitest";
import type { Change, Operation, Review } from "../../provider/review/model/schema.ts";
import { type Format, render } from "../../provider/review/render/formats.ts";
import { sizeLimit } from "../../provider/review/render/screen.ts";
import { platform } from "../helpers/platform.ts";
import { reviewOf } from "./material.ts";

const emulator = await platform();
const review = await reviewOf(emulator.url);

function operation(index: number, kind: Operation["operation"], name: string, values: string): Operation {
  const change = (path: string): Change => ({ path, kind: "update", old: values, new: `${values}-new` });
  return {
    ...{
      urn: `urn:pulumi:test::test::t::${name}-${index}`,
      name: `${name}-${index}`,
      type: "cdn:RuleTemplate",
      ours: true,
    },
    ...{
      operation: kind,
      changes: ["rule", "name", "weight"].map(change),
      options: [],
      reasons: [],
      losses: [],
      protected: false,
      retained: false,
    },
  };
}

/** Returns a review of many resources with the dangerous operations last. */
function large(count: number, name: string, value: string): Review {
  const kinds = (index: number) =>
    (index >= count - 5 ? "replace" : index % 2 === 0 ? "create" : "update") as Operation["operation"];
  const operations = Array.from({ length: count }, (_, index) => operation(index, kinds(index), name, value));
  return { ...review, operations };
}

test("a comment on a change of 500 resources stays below the limit, keeps what is dangerous and says what it left out", () => {
  const text = render(large(500, "é".repeat(300), "<`|".repeat(200)), "markdown");
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(sizeLimit);
  expect(Buffer.byteLength(text)).toBeGreaterThan(sizeLimit * 0.9);
  expect(text.match(/replace/g)?.length).toBeGreaterThanOrEqual(5);
  expect(text).toMatch(/… \d+ more updates not shown here; review\.json has all of them/);
  expect(text).toMatch(/… \d+ more creates not shown here/);
  expect(text).toContain(review.digest);
});

test.each(["html", "text"] satisfies Format[])(
  "%s is whole for 1,000 resources, with the stack in its title",
  (format) => {
    const text = render(large(1_000, "template", "value"), format);
    expect(text).not.toContain("not shown here");
    for (let index = 0; index < 1_000; index += 1) expect(text).toContain(`template-${index}`);
    expect(text).toContain("Review of test/test");
  },
);

test.each([
  [8, undefined],
  [9, ", 1 more property change"],
  [12, ", 4 more property changes"],
])("of %i changes of a resource a comment shows eight, and the other formats all", (count, rest) => {
  const [one] = large(1, "template", "value").operations;
  if (one === undefined) throw new Error("no operation");
  const changes = Array.from({ length: count }, (_, index): Change => ({ path: `p${index}`, kind: "add", new: 1 }));
  const shown = { ...review, operations: [{ ...one, operation: "update" as const, changes }] };
  const [comment, text, page] = (["markdown", "text", "html"] as const).map((format) => render(shown, format));
  expect(comment?.match(/, \d+ more property changes?/)?.[0]).toBe(rest);
  for (let index = 0; index < count; index++) {
    expect(text).toContain(`p${index} = 1`);
    expect(page).toContain(`<code>p${index}</code> = <code>1</code>`);
    expect(comment?.includes(`\`p${index}\` = \`1\``)).toBe(index < 8);
  }
});

test("a comment shows the beginning of a long value, and the other formats all of it", () => {
  const [one] = large(1, "template", "value").operations;
  if (one === undefined) throw new Error("no operation");
  const long = "v".repeat(500);
  const shown = { ...review, operations: [{ ...one, changes: [{ path: "p", kind: "add", new: long } as Change] }] };
  expect(render(shown, "markdown")).not.toContain(long);
  for (const format of ["text", "html"] as const) expect(render(shown, format)).toContain(long);
});

test("the table of contents of a page names each of its sections, with the number of its lines", () => {
  const page = render(large(1_000, "template", "value"), "html");
  const sections = [...page.matchAll(/<section id="(s\d+)">\n[^\n]*<h2>(.*?)<\/h2>/g)];
  expect(sections.length).toBeGreaterThan(3);
  for (const [, id, title] of sections) expect(page).toMatch(new RegExp(`<a href="#${id}">${title} <b>\\d+</b></a>`));
});

test.each([
  ["waived", "waived shop: hidden finding"],
  ["remediated", "remediated shop: hidden finding"],
  ["not-evaluated", "not evaluated shop: hidden finding"],
] as const)("a %s finding stands beside the violations", (kind, words) => {
  const findings = (["violation", kind] as const).map((one) => ({
    ...{ pack: "p", rule: "r", level: "advisory", severity: "low", urn: "u", resource: "shop", kind: one },
    message: one === kind ? "hidden finding" : "open violation",
  }));
  const text = render({ ...review, policies: { ...review.policies, findings } as never }, "text");
  expect(text).toContain(words);
  expect(text.match(/open violation/g)).toHaveLength(1);
});

test("a sentence, a command and the changes of a replacement are whole", () => {
  const [error, folder] = [`${"e".repeat(1_500)} Fix it.`, "f".repeat(2_500)];
  const changes = Array.from({ length: 10 }, (_, index): Change => ({ path: `p${index}`, kind: "add", new: 1 }));
  const operations = [{ ...operation(0, "replace", "shop", ""), changes }];
  const verdict: Review["verdict"] = { level: "attention", reasons: [] };
  const text = render({ ...review, verdict, operations, errors: [error], arguments: ["--cwd", folder] }, "text");
  for (const whole of [error, `--cwd ${folder} --digest`, "p7 = 1", "p9 = 1"]) expect(text).toContain(whole);
});

test.each([
  ["options.gzipOn", "options.gzipOn", true],
  ["options.gzipOn.value", "options", true],
  ["options", "options.gzipOn.value", true],
  ['pools["a"].labels', "pools", true],
  ["weight", "weights", false],
  ["rule", "name", false],
])("drift of %s is reverted by a change of %s: %s", (drifted, changed, isReverted) => {
  const one = operation(0, "update", "shop", "");
  const change = (path: string): Change => ({ path, kind: "update", old: 1, new: 2 });
  const drift = [
    { urn: one.urn, name: one.name, type: one.type, kind: "changed" as const, changes: [change(drifted)] },
  ];
  const text = render({ ...review, operations: [{ ...one, changes: [change(changed)] }], drift }, "text");
  expect(text.includes("This update reverts a change")).toBe(isReverted);
});

test.each([
  [undefined, ""],
  ["2026-11-20T10:00:00Z", ", written 2026-11-20T10:00:00Z"],
])("a review names its state by the begin of its digest, and when it was written: %s", (updatedAt, written) => {
  const { digest } = review.state;
  const text = render({ ...review, state: { ...review.state, updatedAt } as never }, "text");
  expect(text).toContain(` ${digest.slice(0, 23)}${written}\n`);
  expect(text.includes("written")).toBe(written !== "");
});

test.each([
  [{ retained: true }, "retainOnDelete: the object stays on the platform"],
  [{ retained: false }, "released: the object stays on the platform"],
  [{ ended: "EXPIRED" }, "The reservation has ended (EXPIRED): nothing is cancelled, and nothing is owed."],
])("an object that stays on the platform has a reason (%j)", (changes, words) => {
  const one = { ...operation(0, "abandon", "template", "value"), ...changes };
  expect(render({ ...review, operations: [one] }, "text")).toContain(words);
});

test.each([
  ["quote", "10.00 → 12.00 EUR a month (quote)"],
  ["preview", "10.00 → 12.00 EUR a month (the platform's price preview, at the minimum of nodes)"],
])("a cost names its source: %s", (basis, words) => {
  const cost = { urn: "u", name: "shop", type: "t", basis, before: "10.00", after: "12.00", currency: "EUR" };
  const money = { ...review.money, costs: [cost] };
  expect(render({ ...review, money } as never, "text")).toContain(words);
});

test("a text that fits is not cut", () => {
  expect(render(large(100, "template", "value"), "markdown")).not.toContain("not shown here");
});

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(
    ..."<script>alert(1)</script>|<img src=x onerror=alert(1)>|--><h1>x</h1>|](javascript:alert(1))|@everyone #1 https://evil.example|```\n# heading\n```|` `` ```|\u001b[2J\u001b]0;title\u0007|\u202egnp.exe|a\r\n- [x] done|&lt;b&gt;|\ud800|</code></li></ul><a href=//evil>|\"'><svg/onload=alert(1)>|| a | b |\n|---|---||$(rm -rf /)|\u009b31m".split(
      "|",
    ),
  ),
);

/** Returns the review with a hostile text in every field that others may write. */
function poisoned(text: string): Review {
  const change: Change = { path: text, kind: "update", old: text, new: { [text]: [text] } };
  const [first] = review.policies.findings;
  return {
    ...review,
    ...{
      project: text,
      stack: text,
      platforms: [text],
      errors: [text],
      notes: [text],
      commit: text,
      outputs: [change],
    },
    operations: review.operations.map((one) => ({
      ...one,
      name: text,
      type: text,
      id: text,
      changes: [change],
      reasons: [text],
      losses: [text],
      payable: text,
      obstacle: text,
    })),
    drift: [{ urn: text, name: text, type: text, kind: "changed", changes: [change] }],
    unknown: [{ urn: text, name: text, path: text }],
    policies: {
      packs: { [text]: text },
      waivers: [text],
      relaxed: [text],
      findings: first ? [{ ...first, resource: text, rule: text, message: text, remediation: text }] : [],
    },
    money: {
      ...review.money,
      unpriced: [{ urn: text, name: text, type: text, reason: text }],
      costs: review.money.costs.map((one) => ({ ...one, name: text })),
      commitments: review.money.commitments.map((one) => ({ ...one, name: text })),
      reserved: [{ regionId: 76, flavor: text, nodesBefore: 0, nodesAfter: 2, unused: 1, reason: text }],
    },
    cdn: {
      urls: [{ url: text, before: [text], after: [text], changes: [text], open: [text] }],
      patterns: [{ name: text, rule: text, problem: text }],
      open: [],
    },
    versions: { [text]: text },
  };
}

test("a reservation that pays for the same number of nodes is fully used", () => {
  const shown = (nodesBefore: number, nodesAfter: number) => {
    const one = { regionId: 76, flavor: "bm1-hf-medium", nodesBefore, nodesAfter, unused: 1, reason: "no price" };
    return render({ ...review, money: { ...review.money, reserved: [one] } }, "text");
  };
  expect(shown(2, 2)).toContain("pays for 2 → 2 nodes");
  expect(shown(0, 0)).toContain("bm1-hf-medium in region 76: used by no cluster");
});

/** Control, direction and invisible characters, which no format may contain. Line breaks are allowed: they are our own. */
const dangerous = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

test("foreign text contains no control sequences on the terminal", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      for (const format of ["text", "markdown", "html"] as const)
        expect(render(poisoned(text), format)).not.toMatch(dangerous);
    }),
    { numRuns: 60 },
  );
});

test("no foreign text is markup in HTML", () => {
  const tags = (html: string) => [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
  const expected = new Set(tags(render(poisoned("harmless"), "html")));
  fc.assert(
    fc.property(hostile, (text) => {
      for (const tag of tags(render(poisoned(text), "html").replace(/<title>[^<]*/, "<title>")))
        expect(expected).toContain(tag);
    }),
    { numRuns: 60 },
  );
});

/** Returns a Markdown line without its code spans, as CommonMark reads them (spec 0.31, §6.1). */
function outsideCode(line: string): string {
  let rest = line;
  let outside = "";
  for (;;) {
    const open = /`+/.exec(rest);
    if (open === null) return outside + rest;
    outside += rest.slice(0, open.index);
    const after = rest.slice(open.index + open[0].length);
    const close = [...after.matchAll(/`+/g)].find(([run]) => run.length === open[0].length);
    if (close === undefined) return `${outside}UNCLOSED`;
    rest = after.slice((close.index ?? 0) + close[0].length);
  }
}

test("all foreign text is in code spans in Markdown", () => {
  const shape = (text: string) => render(poisoned(text), "markdown").split("\n").map(outsideCode);
  const expected = shape("harmless").filter((line) => !line.startsWith("<!--"));
  fc.assert(
    fc.property(hostile, (text) => {
      const [marker = "", ...lines] = shape(text);
      expect(marker).toMatch(/^<!-- [\w./ -]* -->$/);
      // Only the note on shortened values may differ, and that note is inside code spans.
      expect(lines).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});
