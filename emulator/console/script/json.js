import { Copy } from "./ui.js";
import { html } from "./view.js";

const pretty = (value) => JSON.stringify(value, null, 2);
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/** A JSON document with colored names and values. */
export function Json({ value, label }) {
  const text = pretty(value) ?? "";
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    parts.push(text.slice(end, match.index));
    const [all, quoted, colon, word] = match;
    if (colon !== undefined) parts.push(html`<span class="j-name">${quoted}</span>${colon}`);
    else parts.push(html`<span class=${quoted ? "j-text" : word ? "j-word" : "j-number"}>${all}</span>`);
    end = match.index + all.length;
  }
  parts.push(text.slice(end));
  return html`<figure class="json">
    <figcaption><span>${label}</span><${Copy} text=${text} small label="Copy" /></figcaption>
    <pre tabindex="0" role="region" aria-label=${label}>${parts}</pre>
  </figure>`;
}

/** The leaves of a record, by path. */
function leaves(value, path = "", found = new Map()) {
  if (value === null || typeof value !== "object") found.set(path, value);
  else if (Object.keys(value).length === 0) found.set(path, Array.isArray(value) ? [] : {});
  else
    for (const [key, element] of Object.entries(value)) {
      const name = Array.isArray(value) ? `[${key}]` : path === "" ? key : `.${key}`;
      leaves(element, path + name, found);
    }
  return found;
}

/** Fields that differ between two records, with both values. */
function differences(before, after) {
  const [old, now] = [leaves(before ?? {}), leaves(after ?? {})];
  const paths = new Set([...old.keys(), ...now.keys()]);
  paths.delete("");
  return [...paths]
    .filter((path) => pretty(old.get(path)) !== pretty(now.get(path)))
    .map((path) => ({ path, before: old.get(path), after: now.get(path) }));
}

const short = (value) => (value === undefined ? "" : JSON.stringify(value));

export function Difference({ before, after }) {
  const lines = differences(before, after);
  return html`<table class="difference">
    <thead class="hidden"><tr><th>Field</th><th>Before</th><th>After</th></tr></thead>
    <tbody>${lines.map(
      (line) => html`<tr key=${line.path}>
        <th scope="row">${line.path}</th>
        <td>${line.before !== undefined && html`<del>${short(line.before)}</del>`}</td>
        <td>${line.after !== undefined && html`<ins>${short(line.after)}</ins>`}</td>
      </tr>`,
    )}</tbody>
  </table>`;
}
