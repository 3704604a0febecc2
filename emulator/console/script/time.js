import { html, useEffect, useState } from "./view.js";

/** The platform's clock as last read, and when it was read. In between, the time is computed. */
let known = { now: Date.now(), speed: 1, paused: false, readAt: performance.now() };

export function setClock({ now, speed, paused }) {
  known = { now: Date.parse(now), speed, paused, readAt: performance.now() };
}

export function platformNow() {
  return known.paused ? known.now : known.now + (performance.now() - known.readAt) * known.speed;
}

/** Re-renders the component at an interval. */
export function useTick(ms = 1000) {
  const [, setCount] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCount((count) => count + 1), ms);
    return () => clearInterval(timer);
  }, [ms]);
}

const units = [
  ["y", 365 * 24 * 3600],
  ["mo", 30 * 24 * 3600],
  ["d", 24 * 3600],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
];

/** `4 min`, `2 h 5 min`: the two largest units. */
export function span(ms) {
  let seconds = Math.round(Math.abs(ms) / 1000);
  const parts = [];
  for (const [unit, size] of units) {
    const count = Math.floor(seconds / size);
    if (count === 0 && parts.length === 0) continue;
    if (count > 0) parts.push(`${count} ${unit}`);
    seconds -= count * size;
    if (parts.length === 2 || unit === "y") break;
  }
  return parts.join(" ") || "0 s";
}

function relative(ms) {
  if (Math.abs(ms) < 1500) return "now";
  const [unit, size] = units.find(([, size]) => Math.abs(ms) >= size * 1000) ?? units.at(-1);
  const text = `${Math.round(Math.abs(ms) / 1000 / size)} ${unit}`;
  return ms < 0 ? `${text} ago` : `in ${text}`;
}

export const utc = (time) => `${new Date(time).toISOString().replace("T", " ").slice(0, 19)} UTC`;

/** A time relative to the platform's clock, or to the real time. The tooltip has the exact time. */
export function Ago({ at, real = false }) {
  useTick();
  const time = Date.parse(at);
  if (Number.isNaN(time)) return html`<span class="soft">–</span>`;
  const text = relative(time - (real ? Date.now() : platformNow()));
  return html`<time datetime=${at} title=${utc(time)}>${text}</time>`;
}
