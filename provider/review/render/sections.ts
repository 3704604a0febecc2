import { nameOfUrn } from "../../pulumi/formats/urn.ts";
import { counted } from "../../values/counted.ts";
import type { Operation, Review } from "../model/schema.ts";
import { changeSpans, jsonOf } from "./changes.ts";
import { driftLine } from "./drift.ts";
import { otherFindings, violations } from "./findings.ts";
import { moneyLines } from "./money.ts";
import { destructive, operationLines } from "./operations.ts";
import { type Line, type Section, type Span, sentence, value } from "./screen.ts";

/** A section before it has its lines. */
interface Definition extends Omit<Section, "lines" | "isFolded"> {
  lines(review: Review): readonly Line[];
  isFolded?(review: Review): boolean;
}

const always = () => true;

/** The sections of a review, in reading order. */
const definitions: readonly Definition[] = [
  { title: "Errors", noun: "error", importance: 0, lines: errorLines },
  { title: "Policy violations", noun: "violation", importance: 1, lines: (review) => violations(review, "mandatory") },
  {
    title: "Replacements and deletions",
    noun: "replacement or deletion",
    importance: 2,
    lines: (review) => destructive([...operations(review, "replace", "delete", "abandon"), ...losing(review)], review),
  },
  { title: "Money and commitments", noun: "cost", importance: 1, lines: moneyLines },
  { title: "Missing values", noun: "value", importance: 2, lines: missingLines },
  { title: "Updates", noun: "update", importance: 6, lines: (review) => operationLines(harmless(review), review) },
  {
    title: "Creates",
    noun: "create",
    importance: 7,
    lines: (review) => operationLines(operations(review, "create", "import", "read"), review),
  },
  {
    title: "In state only",
    noun: "resource",
    importance: 8,
    lines: (review) => operationLines(operations(review, "state"), review),
  },
  {
    title: "Stack outputs",
    noun: "output",
    importance: 9,
    lines: ({ outputs }) => outputs.map((one) => ({ spans: changeSpans(one) })),
  },
  {
    title: "Drift",
    noun: "drifted resource",
    importance: 4,
    lines: (review) => review.drift.map((one) => driftLine(one, review)),
  },
  { title: "Policy warnings", noun: "warning", importance: 5, lines: (review) => violations(review, "advisory") },
  { title: "Quotas", noun: "quota", importance: 1, lines: quotaLines },
  { title: "CDN requests", noun: "URL", importance: 5, lines: cdnLines },
  { title: "Not known yet", noun: "resource", importance: 10, lines: unknownLines, isFolded: always },
  {
    title: "Remediated, waived and not evaluated",
    noun: "result",
    importance: 8,
    lines: otherFindings,
    isFolded: ({ policies }) => !policies.findings.some((one) => one.kind === "not-evaluated"),
  },
  { title: "Without a price", noun: "group", importance: 11, lines: unpricedLines, isFolded: always },
  { title: "Notes", noun: "note", importance: 5, lines: noteLines },
];

/** All sections, including empty ones. */
export function sectionsOf(review: Review): Section[] {
  return definitions.map(({ lines, isFolded, ...section }) => ({
    ...section,
    lines: lines(review),
    ...(isFolded !== undefined && { isFolded: isFolded(review) }),
  }));
}

function operations(review: Review, ...kinds: Operation["operation"][]): Operation[] {
  return review.operations.filter((one) => kinds.includes(one.operation));
}

/** Updates that destroy something, which are listed with the replacements. */
function losing(review: Review): Operation[] {
  return operations(review, "update").filter((one) => one.losses.length > 0);
}

function harmless(review: Review): Operation[] {
  return operations(review, "update").filter((one) => one.losses.length === 0);
}

function errorLines({ errors }: Review): Line[] {
  return errors.map((text) => ({ spans: [sentence(text)], tone: "bad" }));
}

function noteLines({ notes }: Review): Line[] {
  return notes.map((text) => ({ spans: [sentence(text)] }));
}

function quotaLines({ quotas }: Review): Line[] {
  const words = { exceeded: "is exceeded", "above-threshold": "is above the threshold" };
  const below = quotas.entries.filter((one) => one.state === "below").map(({ name }) => name);
  const lines = quotas.entries.flatMap((one): Line[] => {
    if (one.state === "below") return [];
    const after = one.usage + one.change;
    const place = one.regionId === undefined ? "" : ` in region ${one.regionId}`;
    const text = `${place}: ${one.usage} → ${after} of ${one.limit}, ${words[one.state]} of ${one.threshold} %`;
    return [{ spans: [value(one.name), text], tone: one.state === "exceeded" ? "bad" : "warn" }];
  });
  return [...lines, ...belowLines(below), ...quotas.notes.map((text): Line => ({ spans: [sentence(text)] }))];
}

/** One line for all quotas below the threshold. */
function belowLines(names: readonly string[]): Line[] {
  if (names.length === 0) return [];
  return [{ spans: [`${counted(names.length, "quota")} below the threshold: `, sentence(names.join(", "))] }];
}

function cdnLines({ cdn }: Review): Line[] {
  const risky = cdn.patterns.map(
    (one): Line => ({
      spans: [value(one.name), ": the pattern ", value(one.rule), " ", sentence(one.problem)],
      tone: "warn",
    }),
  );
  const urls = cdn.urls.map((one): Line => {
    const details: Span[][] = [
      ["Before: ", sentence(one.before.join(", ") || "no template")],
      ["After: ", sentence(one.after.join(", ") || "no template")],
      ...one.changes.map((text): Span[] => [sentence(text)]),
      ...one.open.map((text): Span[] => ["Open: ", sentence(text)]),
    ];
    return {
      spans: [sentence(one.url), one.changes.length === 0 ? ": nothing changes" : ""],
      details: one.changes.length + one.open.length === 0 ? undefined : details,
    };
  });
  return [...risky, ...urls, ...cdn.open.map((text): Line => ({ spans: [text] }))];
}

function missingLines({ missing = [] }: Review): Line[] {
  return missing.map(({ urn, path, text }) => ({
    spans: [value(urn === "" ? "stack outputs" : nameOfUrn(urn)), ": ", value(path), " contains ", value(jsonOf(text))],
    tone: "warn",
  }));
}

/** One line for all unknown values of a resource. */
function unknownLines({ unknown }: Review): Line[] {
  return [...Map.groupBy(unknown, (one) => one.urn).values()].map((all) => ({
    spans: [value(all[0]?.name ?? ""), ": ", sentence(all.map((one) => one.path).join(", "))],
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
        sentence(first?.reason ?? ""),
        " (",
        value(all.map((one) => one.name).join(", ")),
        ")",
      ],
    };
  });
}
