import { type Finding, formats, type Report, readEvents } from "@cloudplatform/policies/cli";
import { allRules } from "@cloudplatform/policies/config";
import type { Log } from "sarif";
import { describe, expect, test } from "vitest";
import { findingOf } from "../../policies/cli/finding.ts";
import { onlyFramework } from "../../policies/cli/framework.ts";

const urn = "urn:pulumi:prod::shop::pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate::images";

function event(policyName: string, message: string, enforcementLevel = "mandatory") {
  const rule = allRules.find((one) => one.name === policyName);
  const text = `<{%bold%}>${rule?.description ?? ""}\n${message}<{%reset%}>\n`;
  const pack = { policyPackName: "cloudplatform", policyPackVersion: "0.1.0" };
  return {
    policyEvent: { resourceUrn: urn, message: text, policyName, enforcementLevel, severity: rule?.severity, ...pack },
  };
}

function report(...events: object[]): Report {
  const made: Report = {
    packs: {},
    source: "preview of prod",
    changes: {},
    findings: [],
    errors: [],
    notes: [],
    relaxed: [],
    notEvaluated: {},
  };
  readEvents(`${events.map((one) => JSON.stringify(one)).join("\n")}\n{"policyEvent": {"half`, made);
  return made;
}

const mixed = report(
  event("rule-type", "ruleType: must be 0; got <2> & more"),
  event("no-legacy-rule-type", "ruleType: must be 0; got 1", "advisory"),
  event("not-evaluated", "Not evaluated: rule-length: rule is not known", "advisory"),
  event("waivers-in-force", "Waived: no matter (waiver for x)", "advisory"),
  event("waivers-in-force", "1 waiver in force, 1 violation waived.", "advisory"),
  { diagnosticEvent: { severity: "error", message: "no such luck" } },
  { diagnosticEvent: { severity: "error", message: "preview failed" } },
  { summaryEvent: { resourceChanges: { create: 1 }, PolicyPacks: { cloudplatform: "0.1.0" } } },
);

test("events of the engine become findings, and other messages of the engine become an error", () => {
  expect(mixed.findings.map(({ kind, rule, message }: Finding) => [kind, rule, message])).toEqual([
    ["violation", "rule-type", "ruleType: must be 0; got <2> & more"],
    ["violation", "no-legacy-rule-type", "ruleType: must be 0; got 1"],
    ["not-evaluated", "not-evaluated", "Not evaluated: rule-length: rule is not known"],
    ["waived", "waivers-in-force", "Waived: no matter (waiver for x)"],
    ["waivers", "waivers-in-force", "1 waiver in force, 1 violation waived."],
  ]);
  expect(mixed.errors).toEqual(["no such luck"]);
  expect(mixed.packs).toEqual({ cloudplatform: "0.1.0" });
});

test("a meta policy that is configured as mandatory is a violation", () => {
  expect(report(event("not-evaluated", "Not evaluated: x")).findings[0]?.kind).toBe("violation");
});

test("of a framework only its rules are reported, in every format with their controls, and the others are not passed", () => {
  const made = report(event("no-http-downgrade", "x: is http"), event("rule-type", "must be 0"));
  onlyFramework(made, "cis-v8");
  expect(made.findings.map(({ rule }) => rule)).toEqual(["no-http-downgrade"]);
  expect(made.notEvaluated["rule-type"]).toBe("it supports no control of cis-v8");
  for (const name of ["text", "markdown", "json", "sarif"] as const)
    expect(formats[name](made), name).toContain("cis-v8 3.10");
  expect(formats.junit(made)).toContain('name="rule-type"><skipped message="it supports no control of cis-v8"/>');
});

describe("the report", () => {
  test("as text groups by severity, names fixes and ends with a summary", () => {
    const text = formats.text(mixed);
    expect(text).toContain("HIGH\n  ✗ rule-type (mandatory)\n");
    expect(text).toContain("LOW\n  ! no-legacy-rule-type (advisory)\n");
    expect(text).toContain("→ Set ruleType: 0 and start the pattern with / or ^/.");
    expect(text).toContain(
      "Not complete: 1 mandatory and 1 advisory violations (1 high, 1 low); 1 not evaluated; 1 waived; 1 other error.",
    );
  });

  test("as text indents the lines of a message below its first", () => {
    const text = formats.text(
      report(event("rule-type", "first\nsecond"), event("not-evaluated", "Not evaluated: a\nb", "advisory")),
    );
    expect(text).toContain(`"images": first\n        second\n`);
    expect(text).toMatch(/"images": .*a\n {8}b/);
  });

  test("as JSON carries everything and the numbers", () => {
    const parsed = JSON.parse(formats.json(mixed));
    expect(parsed.findings).toHaveLength(5);
    expect(parsed.summary).toEqual({
      mandatory: 1,
      advisory: 1,
      notEvaluated: 1,
      remediated: 0,
      waived: 1,
      baseline: 0,
      critical: 0,
      high: 1,
      medium: 0,
      low: 1,
    });
  });

  test("as JUnit is well-formed, fails the mandatory ones only and names the rules that passed", () => {
    const xml = formats.junit(mixed);
    expect(xml.match(/<failure /g)).toHaveLength(1);
    expect(xml).toContain("must be 0; got &lt;2&gt; &amp; more");
    expect(xml).toContain('<testcase classname="limits" name="rule-length" />');
    expect(xml).toContain('failures="1" errors="1" skipped="1"');
    expect(unclosed(xml)).toEqual([]);
    expect(Number(/tests="(\d+)"/.exec(xml)?.[1])).toBe(xml.match(/<testcase /g)?.length);
  });

  test("as SARIF 2.1.0 describes every rule it names, and suppresses what is waived", () => {
    const log: Log = JSON.parse(formats.sarif(mixed));
    const [run] = log.runs;
    const known = run?.tool.driver.rules?.map((rule) => rule.id) ?? [];
    expect(run?.results?.map((one) => [one.ruleId, one.level, one.suppressions?.length ?? 0])).toEqual([
      ["rule-type", "error", 0],
      ["no-legacy-rule-type", "warning", 0],
      ["not-evaluated", "note", 0],
      ["waivers-in-force", "note", 1],
      ["waivers-in-force", "note", 0],
    ]);
    for (const one of run?.results ?? []) expect(known).toContain(one.ruleId);
    expect(run?.results?.map((one) => one.baselineState)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const findings = mixed.findings.map((one) => ({ ...one, kind: "baseline" as const }));
    const existing: Log = JSON.parse(formats.sarif({ ...mixed, findings }));
    for (const one of existing.runs[0]?.results ?? [])
      expect(one).toMatchObject({ baselineState: "unchanged", level: "note" });
    expect(run?.invocations?.[0]?.executionSuccessful).toBe(false);
  });

  test("as Markdown fits a comment: a row a violation, at most twenty, and no cell is broken", () => {
    const many = report(...Array.from({ length: 30 }, (_, index) => event("rule-type", `a | b ${index}\nnext`)));
    const rows = formats
      .markdown(many)
      .split("\n")
      .filter((line) => line.startsWith("| ❌"));
    expect(rows).toHaveLength(20);
    for (const row of rows) expect(row.replaceAll("\\|", "").split("|")).toHaveLength(8);
    expect(formats.markdown(many)).toContain("and 10 more");
    expect(formats.markdown(report())).toContain("### Policies: no violation");
  });
});

test.each([
  ["not-evaluated", "Not evaluated"],
  ["waived", "Waived"],
  ["waivers", "Waived"],
  ["baseline", "Baseline"],
] as const)("a %s finding stands under %s in Markdown", (kind, title) => {
  const findings = [{ ...findingOf({ rule: "rule-type", urn, message: "wrong", level: "advisory" }), kind }];
  const text = formats.markdown({ ...report(), findings });
  expect(text).toContain(`<details><summary>${title}: 1</summary>`);
  expect(text).toContain("`images`: wrong");
  expect(text.match(/<details>/g)).toHaveLength(1);
});

/** Returns the elements that are not closed. Expects closing tags in order, and no bare `<` or `&` in text. */
function unclosed(xml: string): string[] {
  const open: string[] = [];
  for (const [, end, name = "", attributes = ""] of xml.matchAll(/<(\/?)([a-z-]+)((?:\s[^<>]*)?)>/g)) {
    if (end === "/") expect(open.pop()).toBe(name);
    else if (!attributes.endsWith("/")) open.push(name);
  }
  expect(xml.replace(/<\?[^>]*\?>|<[^<>]*>|&(amp|lt|gt|quot|#10);/g, "")).not.toMatch(/[<&]/);
  return open;
}

test.each(Object.entries(formats))(
  "a report as %s shows a configuration that disables and lowers rules",
  (_, format) => {
    const relaxed = ["rule-length is disabled", "rule-type is advisory (preset baseline: mandatory)"];
    const text = format({ ...report(), relaxed, notEvaluated: { "rule-length": "disabled by the configuration" } });
    for (const one of relaxed) expect(text).toContain(one);
  },
);

test("a report counts only existing findings", () => {
  const text = formats.text(report(event("rule-length", "too long")));
  expect(text).toContain("1 mandatory and 0 advisory violation ");
  for (const one of ["not evaluated", "remediated", "waived", "in the baseline", "other error"])
    expect(text).not.toContain(one);
});

test("a test report counts relaxed rules as skipped", () => {
  const text = formats.junit({
    ...report(),
    relaxed: ["rule-length is disabled"],
    notEvaluated: { "rule-length": "x" },
  });
  expect(text).toContain('skipped="2"');
});
