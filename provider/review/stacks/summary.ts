import { counted } from "../../values/counted.ts";
import type { Review } from "../model/schema.ts";
import { countSpans, titleOf, verdictSpans } from "../render/build-screen.ts";
import { type Line, mapValues, type Screen, type Section, type Span, sentence, value } from "../render/screen.ts";
import { sectionsOf } from "../render/sections.ts";
import { tilesOf } from "../render/tiles.ts";
import type { ReviewList } from "./list.ts";
import { countsOf, monthlyOf, type Reviewed } from "./make.ts";

/** Maximum number of names shown for a group; the reviews are in folders of these names. */
const namesShown = 8;

/** A line of one stack. */
interface Own {
  id: string;
  line: Line;
}

/** One screen for many stacks: the sections of their reviews, with equal lines merged. */
export function summaryOf(list: ReviewList, reviewed: readonly Reviewed[], applyWith?: string): Screen {
  const findings = reviewed.flatMap(({ review }) => review?.policies.findings ?? []);
  const counts = countsOf(reviewed);
  return {
    title: titleOf(list.kind),
    stack: counted(reviewed.length, "stack"),
    level: list.verdict.level,
    verdict: verdictSpans(list, counts.drifted ?? 0),
    summary: [{ spans: countSpans(counts) }],
    tiles: tilesOf({ counts, kind: list.kind, money: { monthly: monthlyOf(reviewed) }, policies: { findings } }),
    sections: [
      section("Not reviewed", "stack", 0, reviewed, failureLine),
      section("Stacks", "group of stacks", 0, reviewed, stackLine),
      wavesSection(list, reviewed),
      ...mergedSections(reviewed),
    ].filter(({ lines }) => lines.length > 0),
    footer: footerOf(list, reviewed, applyWith),
    wholeIn: "the review of each stack",
    marker: `cloudplatform-${list.kind} all stacks`,
  };
}

function section(
  title: string,
  noun: string,
  importance: number,
  reviewed: readonly Reviewed[],
  lineOf: (one: Reviewed) => Line | undefined,
): Section {
  const all = reviewed.flatMap((one): Own[] => {
    const line = lineOf(one);
    return line === undefined ? [] : [{ id: one.place.id, line }];
  });
  return { title, noun, importance, lines: groupsOf(all, reviewed.length) };
}

function failureLine({ failure }: Reviewed): Line | undefined {
  return failure === undefined ? undefined : { spans: [sentence(failure)], tone: "bad" };
}

function stackLine({ review }: Reviewed): Line | undefined {
  if (review === undefined) return undefined;
  const tone = ({ blocked: "bad", attention: "warn", safe: undefined } as const)[review.verdict.level];
  const spans = [...verdictSpans(review, review.drift.length), " · ", ...countSpans(review.counts)];
  return { spans, ...(tone !== undefined && { tone }) };
}

const lateText = ", of which some change: where it uses them, it needs a new review after that update";

/**
 * The order of the apply, and the stacks that read outputs changed by an earlier wave: their reviews are outdated by the time of
 * their own wave.
 */
function wavesSection({ waves }: ReviewList, reviewed: readonly Reviewed[]): Section {
  const changing = new Set(reviewed.filter(({ review }) => review?.outputs.length).map(({ place }) => place.id));
  const late = reviewed.flatMap(({ place, reads }): Own[] =>
    reads
      .filter((one) => changing.has(one))
      .map((one) => ({ id: place.id, line: { spans: ["Reads outputs of ", value(one), lateText], tone: "warn" } })),
  );
  const lines = waves.map((ids, index): Line => ({ spans: [`Wave ${index + 1}: `, ...namesOf(ids)] }));
  return {
    title: "Waves",
    noun: "wave",
    importance: 3,
    lines: [...groupsOf(late, reviewed.length), ...(waves.length > 1 ? lines : [])],
  };
}

/** Merges the sections of all reviews. */
function mergedSections(reviewed: readonly Reviewed[]): Section[] {
  const all = reviewed.flatMap(({ place, review }) =>
    review === undefined ? [] : [{ id: place.id, sections: sectionsOf(withoutIds(review)) }],
  );
  const [first] = all;
  return (first?.sections ?? []).map((_, index) => {
    const same = all.flatMap(({ id, sections }) => ({ id, section: sections[index] as Section }));
    const own = same.flatMap(({ id, section: { lines } }) => lines.map((line): Own => ({ id, line })));
    const filled = same.filter((one) => one.section.lines.length > 0);
    return {
      ...(filled[0] ?? same[0])?.section,
      isFolded: filled.every((one) => one.section.isFolded === true),
      lines: groupsOf(own, reviewed.length),
    } as Section;
  });
}

/** Object ids differ from stack to stack. */
function withoutIds(review: Review): Review {
  return { ...review, operations: review.operations.map(({ id: _, ...rest }) => rest) };
}

/** Merges equal lines, and lists the stacks that have each line: dangerous lines first, then the most frequent. */
function groupsOf(all: readonly Own[], total: number): Line[] {
  const groups = [...Map.groupBy(all, ({ id, line }) => JSON.stringify(generalized(line, id))).values()];
  const rank = ({ tone }: Line) => ["bad", "warn"].indexOf(tone ?? "") + 1 || 3;
  const lines = groups.map((group) => {
    const ids = [...new Set(group.map(({ id }) => id))];
    const [first] = group as [Own, ...Own[]];
    const line = ids.length === 1 ? first.line : generalized(first.line, first.id);
    const times = group.length > ids.length ? `${group.length} times ` : "";
    const label = ids.length === total && total > 1 ? [`all ${total} stacks`] : namesOf(ids);
    return { size: ids.length, line: { ...line, spans: [...line.spans, ` · ${times}in `, ...label] } };
  });
  return lines.sort((a, b) => rank(a.line) - rank(b.line) || b.size - a.size).map(({ line }) => line);
}

function namesOf(ids: readonly string[]): Span[] {
  const names = ids.slice(0, namesShown).flatMap((id, index) => [index === 0 ? "" : ", ", value(id)]);
  const more = ids.length - namesShown;
  const lead = ids.length > 1 ? [`${counted(ids.length, "stack")}: `] : [];
  return [...lead, ...names, ...(more > 0 ? [` and ${more} more`] : [])];
}

/** The line with `{stack}` in place of its stack's name: `edge-dev` of `dev` equals `edge-prod` of `prod`. */
function generalized(line: Line, id: string): Line {
  const stack = id.slice(id.indexOf("/") + 1);
  // A short name or a number often occurs with another meaning.
  if (!/[A-Za-z].|.[A-Za-z]/.test(stack)) return line;
  const name = stack.replace(/[.]/g, "\\.");
  const pattern = new RegExp(`(?<![A-Za-z0-9])${name}(?![A-Za-z0-9])`, "g");
  const spans = (all: readonly Span[]) => mapValues(all, (text) => text.replace(pattern, "{stack}"));
  return { ...line, spans: spans(line.spans), ...(line.details && { details: line.details.map(spans) }) };
}

function footerOf(list: ReviewList, reviewed: readonly Reviewed[], applyWith?: string): Screen["footer"] {
  const expires = reviewed.flatMap(({ review }) => review?.expiresAt ?? []).sort()[0];
  const footer: [string, string | undefined][] = [
    ["Digest", list.digest],
    ["Commit", list.commit],
    ["Made", list.createdAt],
    ["Expires", list.kind === "change" ? expires : undefined],
    ["Apply with", list.verdict.level === "blocked" || list.waves.length === 0 ? undefined : applyWith],
  ];
  return footer.flatMap(([label, text]) => (text === undefined ? [] : [[label, { value: text }] as const]));
}
