import { html as escaped, shortened } from "../../review/render/escape.ts";
import { microsOf } from "../../values/index.ts";
import type { Amount } from "./cost.ts";

/** One bar of the chart. */
export interface Bar {
  label: string;
  amounts: readonly Amount[];
}

const width = 720;
const labelWidth = 200;
const valueWidth = 160;
const rowHeight = 28;

/** A bar chart as SVG, with a scale of its own for each currency. The numbers stand beside the bars, for those who see none. */
export function chart(bars: readonly Bar[]): string {
  const rows = bars.flatMap(({ label, amounts }) => amounts.map((one) => ({ label, ...one })));
  if (rows.length === 0) return "<p>No prices.</p>";
  const largest = new Map<string, number>();
  for (const { amount, currency } of rows)
    largest.set(currency, Math.max(largest.get(currency) ?? 0, numberOf(amount)));
  const lines = rows.map(({ label, amount, currency }, index) => {
    const scale = largest.get(currency) ?? 0;
    const length = scale <= 0 ? 0 : (numberOf(amount) / scale) * (width - labelWidth - valueWidth);
    const y = index * rowHeight;
    const text = `fill="var(--ink)" font-size="14" dominant-baseline="middle" y="${y + rowHeight / 2}"`;
    return [
      `<text x="0" ${text}>${escaped(shortened(label, 24))}</text>`,
      `<rect x="${labelWidth}" y="${y + 4}" width="${Math.max(1, length).toFixed(1)}" height="${rowHeight - 8}" fill="var(--good)"/>`,
      `<text x="${(labelWidth + length + 8).toFixed(1)}" ${text}>${escaped(`${amount} ${currency}`)}</text>`,
    ].join("");
  });
  return `<svg role="img" aria-label="Cost of a month by stack" viewBox="0 0 ${width} ${rows.length * rowHeight}" width="${width}" height="${rows.length * rowHeight}">\n${lines.join("\n")}\n</svg>`;
}

function numberOf(amount: string): number {
  return Number(microsOf(amount) ?? 0n) / 1e6;
}
