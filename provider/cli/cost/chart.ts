import { html as escaped } from "../../review/render/escape.ts";
import { microsOf } from "../../values/index.ts";
import type { Amount } from "./cost.ts";

/** One bar of the chart. */
interface Bar {
  label: string;
  amounts: readonly Amount[];
}

const rowHeight = 46;
/** Characters that fit beside an amount on a phone, at the size of the text. */
const labelLength = 28;

/**
 * A bar chart as SVG, with a separate scale for each currency. Widths are percentages, so that texts have the same size on every
 * screen. The numbers are above the bars as text, for readers who cannot see the bars.
 */
export function chart(bars: readonly Bar[]): string {
  const rows = bars.flatMap(({ label, amounts }) => amounts.map((one) => ({ label, ...one })));
  if (rows.length === 0) return "<p>No prices.</p>";
  const largest = new Map<string, number>();
  for (const { amount, currency } of rows)
    largest.set(currency, Math.max(largest.get(currency) ?? 0, numberOf(amount)));
  const lines = rows.map(({ label, amount, currency }, index) => {
    const scale = largest.get(currency) ?? 0;
    const share = scale <= 0 ? 0 : (numberOf(amount) / scale) * 100;
    const y = index * rowHeight;
    const text = `fill="var(--ink)" font-size="14" y="${y + 16}"`;
    const bar = `height="12" rx="3" y="${y + 24}"`;
    return [
      `<text x="0" ${text}>${escaped(shortened(label))}<title>${escaped(label)}</title></text>`,
      `<text x="100%" text-anchor="end" ${text}>${escaped(`${amount} ${currency}`)}</text>`,
      `<rect class="track" width="100%" ${bar} fill="var(--code)"/>`,
      `<rect class="bar" width="${Math.max(0.5, share).toFixed(1)}%" ${bar} fill="var(--good)"/>`,
    ].join("");
  });
  return `<svg role="img" aria-label="Cost of a month by stack" width="100%" height="${rows.length * rowHeight}">\n${lines.join("\n")}\n</svg>`;
}

/** Keeps both ends of a name: the project and the stack. */
function shortened(label: string): string {
  const signs = [...label];
  if (signs.length <= labelLength) return label;
  const half = Math.floor((labelLength - 1) / 2);
  return `${signs.slice(0, half).join("")}…${signs.slice(-half).join("")}`;
}

function numberOf(amount: string): number {
  return Number(microsOf(amount) ?? 0n) / 1e6;
}
