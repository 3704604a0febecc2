import { $ } from "./dom.js";

/** Height of the chart in its own units; it is 100 units wide. */
const chartHeight = 24;
const rateClasses = [
  ["done", "good"],
  ["refused", "warn"],
  ["failed", "bad"],
];

function svg(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** The last minute of requests in stacked bars, and the same in words. */
export function showChart(bars) {
  const countOf = (bar) => bar.done + bar.refused + bar.failed;
  const most = Math.max(1, ...bars.map(countOf));
  const width = 100 / bars.length;
  const rects = bars.flatMap((bar, index) => {
    let top = chartHeight;
    return rateClasses.map(([field, className]) => {
      const height = (bar[field] / most) * chartHeight;
      top -= height;
      return svg("rect", { class: className, x: index * width, y: top, width: width * 0.8, height });
    });
  });
  $("chart").replaceChildren(...rects);
  const total = (field) => bars.reduce((sum, bar) => sum + bar[field], 0);
  const all = bars.reduce((sum, bar) => sum + countOf(bar), 0);
  const text = `${all} ${all === 1 ? "request" : "requests"} in the last minute; ${total("refused")} refused, ${total("failed")} failed`;
  if ($("chart-text").textContent !== text) $("chart-text").textContent = text;
}
