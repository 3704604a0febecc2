import { shortened } from "./escape.ts";

/**
 * A piece of text: our own words, or a foreign value that is shown verbatim. A comment shows what is brief in place of a long value, and
 * in place of the rest of a list.
 */
export type Span =
  | string
  | { value: string; brief?: string }
  | { strong: string }
  | { rest: readonly Span[]; brief: string };

/** A longer value would push the rest of a comment out of sight. */
const maxBriefLength = 120;

/** The limit is for a log or a stack trace: a cut sentence loses its fix, which comes last. review.json has the full text. */
const maxLength = 2_000;

/** A foreign value. A comment shows its beginning. */
export function value(text: string): Span {
  const [whole, brief] = [shortened(text, maxLength), shortened(text, maxBriefLength)];
  return brief === whole ? { value: whole } : { value: whole, brief };
}

/** A foreign sentence, or a list of names: a comment shows all of it. */
export function sentence(text: string): Span {
  return { value: shortened(text, maxLength) };
}

/** The spans with other foreign values. */
export function mapValues(spans: readonly Span[], change: (text: string) => string): Span[] {
  return spans.map((span) => {
    if (typeof span === "string" || "strong" in span) return span;
    if ("rest" in span) return { ...span, rest: mapValues(span.rest, change) };
    return { value: change(span.value), ...(span.brief !== undefined && { brief: change(span.brief) }) };
  });
}

export interface Line {
  spans: readonly Span[];
  /** Lines below this line. */
  details?: readonly (readonly Span[])[];
  /** Color of the line, in formats that have colors: a loss, a warning, an improvement. */
  tone?: "bad" | "warn" | "good";
}

export interface Section {
  title: string;
  /** What the lines are, for the note on omitted lines: `update`. */
  noun: string;
  /** Sections with a higher number are cut first. */
  importance: number;
  lines: readonly Line[];
  /** Secondary content: folded in formats that can fold. */
  isFolded?: boolean;
}

/** A figure at the top of the page. */
export interface Tile {
  label: string;
  value: string;
  tone?: Line["tone"];
}

/** A review before rendering: the same in every format. */
export interface Screen {
  title: string;
  /** Shown beside the title. */
  stack: string;
  level: "safe" | "attention" | "blocked";
  verdict: readonly Span[];
  summary: readonly Line[];
  tiles: readonly Tile[];
  /** In reading order. */
  sections: readonly Section[];
  footer: readonly (readonly [label: string, value: Span])[];
  /** File with the lines that a comment leaves out; default `review.json`. */
  wholeIn?: string;
  /** Identifies the comment of an earlier review in a pull request. */
  marker: string;
}

type Renderer = (screen: Screen) => string;

/** Size limit of a GitHub comment; other sites allow more. */
export const sizeLimit = 65_536;

/**
 * Renders a screen within a size limit. Lines are cut by importance: the least important sections lose their last lines, and each
 * section notes how many it lost.
 */
export function renderWithin(screen: Screen, render: Renderer, limit = sizeLimit): string {
  const fits = (one: Screen) => Buffer.byteLength(render(one)) <= limit;
  if (fits(screen)) return render(screen);
  const total = screen.sections.reduce((sum, section) => sum + section.lines.length, 0);
  let [low, high] = [0, total];
  // The size grows with the number of kept lines, so a binary search finds the maximum.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(cut(screen, middle))) low = middle;
    else high = middle - 1;
  }
  return render(cut(screen, low));
}

/** Every section keeps its first lines, so that none disappears; the remaining lines go to the most important sections. */
const keptOfEach = 3;

/** The screen cut to a number of lines. */
function cut(screen: Screen, lines: number): Screen {
  const kept = screen.sections.map(() => 0);
  let left = lines;
  const order = screen.sections.map((section, index) => ({ section, index }));
  order.sort((a, b) => a.section.importance - b.section.importance);
  for (const most of [keptOfEach, Number.POSITIVE_INFINITY])
    order.forEach(({ section, index }) => {
      const taken = Math.min(left, Math.min(most, section.lines.length) - (kept[index] ?? 0));
      kept[index] = (kept[index] ?? 0) + taken;
      left -= taken;
    });
  const sections = screen.sections.map((section, index) => {
    const shown = section.lines.slice(0, kept[index]);
    const missing = section.lines.length - shown.length;
    if (missing === 0) return section;
    const note = `… ${missing} more ${section.noun}${missing === 1 ? "" : "s"} not shown here; ${screen.wholeIn ?? "review.json"} has all of them.`;
    return { ...section, lines: [...shown, { spans: [note] }] };
  });
  return { ...screen, sections };
}
