import { counted } from "../../values/counted.ts";
import type { Operation, Review } from "../model/schema.ts";
import { changeSpans } from "./changes.ts";
import { driftLine } from "./drift.ts";
import { otherFindings, violations } from "./findings.ts";
import { moneyLines } from "./money.ts";
import { destructive, operationLines } from "./operations.ts";
import { cdnSection, footerOf, quotaSection } from "./parts.ts";
import type { Line, Screen, Section, Span } from "./screen.ts";
import { tilesOf } from "./tiles.ts";
import { value } from "./value.ts";

/** The review as one screen, in reading order. */
export function screenOf(review: Review): Screen {
  return {
    title: titleOf(review.kind),
    stack: `${review.project}/${review.stack}`,
    level: review.verdict.level,
    verdict: verdictSpans(review),
    summary: [{ spans: countSpans(review.counts) }],
    tiles: tilesOf(review),
    sections: sectionsOf(review).filter((section) => section.lines.length > 0),
    footer: footerOf(review),
    marker: `cloudplatform-${review.kind} ${review.project}/${review.stack}`,
  };
}

export function titleOf(kind: Review["kind"]): string {
  return kind === "drift" ? "Drift report" : "Review";
}

/** All sections, including empty ones. */
export function sectionsOf(review: Review): Section[] {
  const of = (...kinds: Operation["operation"][]) => review.operations.filter((one) => kinds.includes(one.operation));
  const losing = review.operations.filter((one) => one.operation === "update" && one.losses.length > 0);
  const updates = of("update").filter((one) => one.losses.length === 0);
  return [
    { title: "Errors", noun: "error", importance: 0, lines: review.errors.map(errorLine) },
    { title: "Policy violations", noun: "violation", importance: 1, lines: violations(review, "mandatory") },
    {
      title: "Replacements and deletions",
      noun: "replacement or deletion",
      importance: 2,
      lines: destructive([...of("replace", "delete", "abandon"), ...losing], review),
    },
    { title: "Money and commitments", noun: "cost", importance: 1, lines: moneyLines(review) },
    { title: "Updates", noun: "update", importance: 6, lines: operationLines(updates, review) },
    {
      title: "Creates",
      noun: "create",
      importance: 7,
      lines: operationLines(of("create", "import", "read"), review),
    },
    {
      title: "In state only",
      noun: "resource",
      importance: 8,
      lines: operationLines(of("state"), review),
    },
    {
      title: "Stack outputs",
      noun: "output",
      importance: 9,
      lines: review.outputs.map((one) => ({ spans: changeSpans(one) })),
    },
    {
      title: "Drift",
      noun: "drifted resource",
      importance: 4,
      lines: review.drift.map((one) => driftLine(one, review)),
    },
    { title: "Policy warnings", noun: "warning", importance: 5, lines: violations(review, "advisory") },
    quotaSection(review),
    cdnSection(review),
    { title: "Not known yet", noun: "resource", importance: 10, lines: unknownLines(review), isFolded: true },
    {
      title: "Not evaluated and waived",
      noun: "result",
      importance: 8,
      lines: otherFindings(review),
      isFolded: !review.policies.findings.some((one) => one.kind === "not-evaluated"),
    },
    { title: "Without a price", noun: "group", importance: 11, lines: unpricedLines(review), isFolded: true },
    { title: "Notes", noun: "note", importance: 5, lines: review.notes.map((text) => ({ spans: [value(text, 300)] })) },
  ];
}

function errorLine(text: string): Line {
  return { spans: [value(text, 500)], tone: "bad" };
}

export const levels = { safe: "Safe", attention: "Needs attention", blocked: "Blocked" } as const;

export function verdictSpans({ verdict, kind, drift }: Review): Span[] {
  if (kind === "drift" && verdict.level !== "blocked")
    return [
      { strong: drift.length === 0 ? "No drift" : "Drift" },
      drift.length === 0
        ? ""
        : `: ${counted(drift.length, "resource")} differ${drift.length === 1 ? "s" : ""} from the state`,
    ];
  return [{ strong: levels[verdict.level] }, verdict.reasons.length === 0 ? "" : `: ${verdict.reasons.join("; ")}`];
}

export function countSpans(counts: Review["counts"]): Span[] {
  const words = Object.entries(counts).filter(
    ([name, count]) => count > 0 || ["create", "update", "replace", "delete"].includes(name),
  );
  return [words.map(([name, count]) => `${count} ${name === "state" ? "in state only" : name}`).join(" · ")];
}

/** One line for all unknown values of a resource. */
function unknownLines({ unknown }: Review): Line[] {
  return [...Map.groupBy(unknown, (one) => one.urn).values()].map((all) => ({
    spans: [value(all[0]?.name ?? ""), ": ", value(all.map((one) => one.path).join(", "), 300)],
  }));
}

/** One line for all resources of the same type and reason. */
function unpricedLines({ money }: Review): Line[] {
  return [...Map.groupBy(money.unpriced, (one) => `${one.type} ${one.reason}`).values()].map((all) => {
    const [first] = all;
    return {
      spans: [
        `${counted(all.length, "resource")} `,
        value(first?.type ?? ""),
        ": ",
        value(first?.reason ?? "", 300),
        " (",
        value(all.map((one) => one.name).join(", ")),
        ")",
      ],
    };
  });
}
