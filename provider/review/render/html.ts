import { html as escaped } from "./escape.ts";
import type { Line, Screen, Section, Span } from "./screen.ts";
import { styles } from "./styles.ts";

const lineOf = (spans: readonly Span[]) =>
  spans
    .map((span) =>
      typeof span === "string"
        ? escaped(span)
        : "value" in span
          ? `<code>${escaped(span.value)}</code>`
          : `<strong>${escaped(span.strong)}</strong>`,
    )
    .join("");

/** A review as one file: no script, nothing from the network, and nothing may be loaded (Content-Security-Policy). */
export function html(screen: Screen): string {
  const title = escaped(`${screen.title} of ${screen.stack}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>
${styles}
</style>
</head>
<body>
<header class="${screen.level}">
<h1>${escaped(`${screen.title} of ${screen.stack}`)}</h1>
<p class="verdict">${lineOf(screen.verdict)}</p>
${screen.summary.map((line) => `<p>${lineOf(line.spans)}</p>`).join("\n")}
</header>
<main>
${screen.sections.map(sectionOf).join("\n")}
</main>
<footer>
<dl>
${screen.footer.map(([label, span]) => `<dt>${escaped(label)}</dt><dd>${lineOf([span])}</dd>`).join("\n")}
</dl>
</footer>
</body>
</html>
`;
}

function sectionOf({ title, lines }: Section): string {
  return `<section>\n<h2>${escaped(title)}</h2>\n<ul>\n${lines.map(itemOf).join("\n")}\n</ul>\n</section>`;
}

function itemOf({ spans, details, tone }: Line): string {
  const below = details === undefined ? "" : `<ul>${details.map((one) => `<li>${lineOf(one)}</li>`).join("")}</ul>`;
  return `<li${tone === undefined ? "" : ` class="${tone}"`}>${lineOf(spans)}${below}</li>`;
}
