import { plural } from "./ui.js";
import { html } from "./view.js";

/** Height of the chart in its own units. It is 100 units wide. */
const height = 24;
const kinds = [
  ["done", "good"],
  ["refused", "warn"],
  ["failed", "bad"],
];

/** Requests of the last minute as stacked bars, and as text. */
export function Chart({ bars }) {
  const countOf = (bar) => bar.done + bar.refused + bar.failed;
  const most = Math.max(1, ...bars.map(countOf));
  const width = 100 / bars.length;
  const rects = bars.flatMap((bar, index) => {
    let top = height;
    return kinds.map(([field, name]) => {
      const size = (bar[field] / most) * height;
      top -= size;
      return html`<rect class=${name} x=${index * width} y=${top} width=${width * 0.75} height=${size} rx="0.4" />`;
    });
  });
  const total = (field) => bars.reduce((sum, bar) => sum + bar[field], 0);
  const all = bars.reduce((sum, bar) => sum + countOf(bar), 0);
  return html`<span class="chart">
    <svg viewBox="0 0 100 ${height}" preserveAspectRatio="none" aria-hidden="true" focusable="false">${rects}</svg>
    <span class="soft">${plural(all, "request")}, ${total("refused")} refused, ${total("failed")} failed</span>
  </span>`;
}
