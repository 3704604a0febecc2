import { allRules } from "../../config/index.ts";
import type { RuleMetadata } from "../../engine/rule.ts";
import { type Finding, ofKind, type Report } from "../report.ts";

/**
 * Formats a report as a JUnit test report: one case for each violation, and one for each rule without a violation. A rule that
 * was not evaluated is skipped, never passed.
 */
export function junit(report: Report): string {
  const violations = ofKind(report, "violation");
  const broken = new Set(violations.map((one) => one.rule));
  const cases = [
    ...violations.map(violationCase),
    ...allRules.filter((rule) => !broken.has(rule.name)).map((rule) => ruleCase(rule, report.notEvaluated[rule.name])),
    // Viewers of test reports do not show properties, so relaxations appear as a skipped case.
    ...(report.relaxed.length === 0
      ? []
      : [
          `    <testcase classname="configuration" name="relaxed"><skipped message="${xml(report.relaxed.join("; "))}"/></testcase>`,
        ]),
    ...ofKind(report, "not-evaluated").map(
      (one) => `    <testcase ${named(one)}><skipped message="${xml(one.message)}"/></testcase>`,
    ),
    ...[
      ...ofKind(report, "remediated"),
      ...ofKind(report, "waived"),
      ...ofKind(report, "waivers"),
      ...ofKind(report, "baseline"),
    ].map((one) => `    <testcase ${named(one)}><system-out>${xml(one.message)}</system-out></testcase>`),
    ...report.errors.map(
      (error) => `    <testcase classname="pulumi" name="preview"><error message="${xml(error)}"/></testcase>`,
    ),
  ];
  const failures = violations.filter((one) => one.level === "mandatory").length;
  const skipped = cases.filter((one) => one.includes("<skipped ")).length;
  const numbers = `tests="${cases.length}" failures="${failures}" errors="${report.errors.length}" skipped="${skipped}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${numbers}>`,
    `  <testsuite name="${xml(`policies on ${report.source}`)}" ${numbers}>`,
    ...properties(report),
    ...cases,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function ruleCase({ group, name }: RuleMetadata, skipped: string | undefined): string {
  const attributes = `classname="${group}" name="${name}"`;
  if (skipped === undefined) return `    <testcase ${attributes} />`;
  return `    <testcase ${attributes}><skipped message="${xml(skipped)}"/></testcase>`;
}

/** Where the configuration is less strict than its preset, and how the check was run. */
function properties(report: Report): string[] {
  const all = [
    ...report.relaxed.map((value) => ["relaxed", value] as const),
    ...report.notes.map((value) => ["note", value] as const),
  ];
  if (all.length === 0) return [];
  const lines = all.map(([name, value]) => `      <property name="${name}" value="${xml(value)}"/>`);
  return ["    <properties>", ...lines, "    </properties>"];
}

/** An advisory violation passes, with its message in the output. */
function violationCase(one: Finding): string {
  const text = xml([one.message, one.remediation ?? ""].join("\n").trim());
  const inner =
    one.level === "mandatory"
      ? `<failure type="${one.severity}" message="${xml(one.message)}">${text}</failure>`
      : `<system-out>${text}</system-out>`;
  return `    <testcase ${named(one)}>${inner}</testcase>`;
}

function named(one: Finding): string {
  return `classname="${xml(one.rule)}" name="${xml(`${one.type} ${one.resource}`)}"`;
}

function xml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot express them
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("\n", "&#10;")
  );
}
