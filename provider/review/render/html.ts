import { html as escaped } from "./escape.ts";
import type { Line, Screen, Section, Span, Tile } from "./screen.ts";
import { styles } from "./styles.ts";

const lineOf = (spans: readonly Span[]): string => spans.map(htmlOf).join("");

function htmlOf(span: Span): string {
  if (typeof span === "string") return escaped(span);
  if ("rest" in span) return `<details><summary>${escaped(span.brief)}</summary>${lineOf(span.rest)}</details>`;
  return "value" in span ? `<code>${escaped(span.value)}</code>` : `<strong>${escaped(span.strong)}</strong>`;
}

/** Renders a review as one file. */
export function html(screen: Screen): string {
  return htmlPage({
    title: `${screen.title} of ${screen.stack}`,
    level: screen.level,
    header: `<p class="verdict">${verdictOf(screen.verdict)}</p>
<dl class="tiles">${screen.tiles.map(tileOf).join("")}</dl>
${screen.summary.map((line) => `<p class="counts">${lineOf(line.spans)}</p>`).join("\n")}`,
    nav: `<nav aria-label="Contents">${screen.sections.map(entryOf).join("")}</nav>\n`,
    main: screen.sections.map(sectionOf).join("\n"),
    footer: `<dl>
${screen.footer.map(([label, span]) => `<dt>${escaped(label)}</dt><dd>${lineOf([span])}</dd>`).join("\n")}
</dl>`,
  });
}

/** A page of the command line. The title is text, the rest is HTML. */
interface HtmlPage {
  title: string;
  level: Screen["level"];
  header: string;
  nav?: string;
  main: string;
  footer: string;
}

/** Builds a page as one file: no scripts, no network resources, and a Content-Security-Policy that blocks both. */
export function htmlPage({ title, level, header, nav = "", main, footer }: HtmlPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>
${styles}
</style>
</head>
<body>
<header class="${level}">
<h1>${escaped(title)}</h1>
${header}
</header>
${nav}<main>
${main}
</main>
<footer>
${footer}
</footer>
</body>
</html>
`;
}

/** The verdict has a line of its own, so the separating colon is dropped. */
function verdictOf([level = "", ...rest]: readonly Span[]): string {
  const [first = "", ...others] = rest;
  return lineOf([level, typeof first === "string" ? first.replace(/^: /, "") : first, ...others]);
}

/** A figure and its label. */
export function tileOf({ label, value, tone }: Tile): string {
  const kinds = [tone ?? "plain", ...(value === "0" ? ["none"] : []), ...(value.length > 5 ? ["wide"] : [])];
  return `<div class="${kinds.join(" ")}"><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`;
}

/** An entry in the table of contents. */
function entryOf({ title, lines }: Section, index: number): string {
  return `<a href="#s${index}">${escaped(title)} <b>${lines.length}</b></a>`;
}

function sectionOf({ title, lines, isFolded }: Section, index: number): string {
  const list = `<ul>\n${lines.map(itemOf).join("\n")}\n</ul>`;
  const head = `<h2>${escaped(title)}</h2>`;
  const content = isFolded === true ? `<details><summary>${head}</summary>\n${list}\n</details>` : `${head}\n${list}`;
  return `<section id="s${index}">\n${content}\n</section>`;
}

function itemOf({ spans, details, tone }: Line): string {
  const below =
    details === undefined || details.length === 0
      ? ""
      : `<ul>${details.map((one) => `<li>${lineOf(one)}</li>`).join("")}</ul>`;
  return `<li${tone === undefined ? "" : ` class="${tone}"`}>${lineOf(spans)}${below}</li>`;
}
