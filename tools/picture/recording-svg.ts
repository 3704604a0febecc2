import { characterWidth, escaped, frameOf, lineHeight, margin, rowTop } from "./terminal-frame.ts";

/** A line of a recording, and the seconds during which it is shown; without an end, until the recording starts over. */
export interface RecordedLine {
  row: number;
  text: string;
  from: number;
  until?: number;
  color: string;
}

/** How long the last picture stays before the recording starts over, in seconds. */
const pauseSeconds = 6;

/**
 * A recording of a terminal as an SVG that plays without scripts, so also as an image in a README. Readers who prefer reduced
 * motion see its end.
 */
export function recordingSvg(title: string, lines: readonly RecordedLine[]): string {
  const total = Math.max(...lines.map(({ from }) => from)) + pauseSeconds;
  const rows = Math.max(...lines.map(({ row }) => row)) + 1;
  const width = Math.ceil(Math.max(...lines.map(({ text }) => text.length)) * characterWidth) + 2 * margin;
  const percent = (seconds: number) => `${((100 * seconds) / total).toFixed(2)}%`;
  const rules = lines.map(({ from, until }, index) => {
    const end = until === undefined ? "" : `${percent(until)},100%{opacity:0}`;
    return `@keyframes l${index}{0%{opacity:0}${percent(from)}{opacity:1}${end}}.l${index}{animation:l${index} ${total}s step-end infinite}`;
  });
  const texts = lines.map(({ row, text, until, color }, index) => {
    const passing = until === undefined ? "" : " passing";
    return `  <text class="l${index}${passing}" x="${margin}" y="${rowTop(row)}" fill="${color}" xml:space="preserve">${escaped(text)}</text>`;
  });
  const still = "@media (prefers-reduced-motion: reduce){text{animation:none!important}.passing{display:none}}";
  return frameOf(title, width, rows * lineHeight, [`  <style>${rules.join("")}${still}</style>`, ...texts]);
}
