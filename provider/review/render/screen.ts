/** A piece of text: our own words, or a value that came from elsewhere and is shown as it is. */
export type Span = string | { value: string } | { strong: string };

/** One line of a review. */
export interface Line {
  spans: readonly Span[];
  /** Lines below it. */
  details?: readonly (readonly Span[])[];
  /** Tints the line where a format can: a loss, a warning, something good. */
  tone?: "bad" | "warn" | "good";
}

export interface Section {
  title: string;
  /** What its lines are, for the note on what was left out: `update`. */
  noun: string;
  /** Sections with a higher number lose their lines first. */
  importance: number;
  lines: readonly Line[];
  /** Read only when it is asked for: folded where a format can. */
  isFolded?: boolean;
}

/** A number that a reader sees first. */
export interface Tile {
  label: string;
  value: string;
  tone?: Line["tone"];
}

/** A review before it becomes text: the same in every format. */
export interface Screen {
  title: string;
  /** Stands beside the title. */
  stack: string;
  level: "safe" | "attention" | "blocked";
  verdict: readonly Span[];
  summary: readonly Line[];
  tiles: readonly Tile[];
  /** In the order in which they are read. */
  sections: readonly Section[];
  footer: readonly (readonly [label: string, value: Span])[];
  /** The file that has what a comment leaves out; `review.json` when left out. */
  wholeIn?: string;
  /** Finds the comment of an earlier review in a pull request. */
  marker: string;
}

/** A format of a review. */
export type Renderer = (screen: Screen) => string;

/** Limit of a comment on GitHub; other places take more. */
export const sizeLimit = 65_536;

/**
 * Renders a screen within a limit. What is too long is cut by importance: the least important sections
 * lose their last lines, and each says how many it lost.
 */
export function renderWithin(screen: Screen, render: Renderer, limit = sizeLimit): string {
  const fits = (one: Screen) => Buffer.byteLength(render(one)) <= limit;
  if (fits(screen)) return render(screen);
  const total = screen.sections.reduce((sum, section) => sum + section.lines.length, 0);
  let [low, high] = [0, total];
  // The size grows with the number of lines that are kept.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(cut(screen, middle))) low = middle;
    else high = middle - 1;
  }
  return render(cut(screen, low));
}

/** Every section keeps its first lines, so that none vanishes; the rest goes to the most important sections. */
const keptOfEach = 3;

/** The screen with so many lines. */
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
