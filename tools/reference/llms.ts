import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { lookupPages } from "../../provider/generate/lookup-pages.ts";
import { resourcePages } from "../../provider/generate/resource-pages.ts";
import { documentationOf, fileOf } from "./page.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const introduction = `# Cloud platform as code

> A Pulumi provider for a cloud platform (CDN rule templates, Kubernetes clusters, reservations, edge apps), with policies that stop a bad
> change before it is made, and an emulator of the platform that needs no account.

Resources and functions are exports of \`@cloudplatform/pulumi\`; other languages use the package of the native provider. Each page below is
Markdown.`;

/** `llms.txt`: the site's pages for assistants, each in Markdown (llmstxt.org). */
export function llmsText(): string {
  const resources = resourcePages.map(({ name, file, definition }) =>
    link(name, `reference/${fileOf(name)}`, documentationOf(file, definition.type).summary),
  );
  const areas = [...new Set(lookupPages.map(({ area }) => area))];
  const functions = areas.map((area) => {
    const names = lookupPages.filter((one) => one.area === area).map(({ name }) => name);
    return link(`${area} functions`, `reference/${area}-functions.md`, names.join(", "));
  });
  const others = ["settings", "commands", "errors", "interrupted-runs", "troubleshooting", "compatibility"];
  const sections = [
    ["Resources", resources],
    ["Functions", functions],
    ["Guides", ["tutorial.md", ...globSync("guides/*.md", { cwd: `${root}/docs` }).sort()].map(page)],
    ["Reference", ["reference/index.md", ...others.map((name) => `${name}.md`)].map(page)],
  ] as const;
  return `${[introduction, ...sections.map(([title, lines]) => `## ${title}\n\n${lines.join("\n")}`)].join("\n\n")}\n`;
}

function page(file: string): string {
  const [, title = file] = /^# (.+)$/m.exec(readFileSync(`${root}/docs/${file}`, "utf8")) ?? [];
  return link(title, file);
}

function link(title: string, file: string, text?: string): string {
  return `- [${title}](/docs/${file.replaceAll("\\", "/")})${text === undefined ? "" : `: ${text}`}`;
}
