import { readFileSync } from "node:fs";
import { z } from "zod";
import { automationRows, commandRows, optionRows, type Row } from "./list.ts";
import { kinds } from "./resources.ts";

const packageFile = new URL("../../package.json", import.meta.url);
const versions = z
  .object({ devDependencies: z.object({ pulumi: z.string(), "@pulumi/pulumi": z.string() }) })
  .parse(JSON.parse(readFileSync(packageFile, "utf8"))).devDependencies;

/** Exceptions, which stand below the tables, each once, by their order. */
class Exceptions {
  readonly texts: string[] = [];

  mark(kind: string, text: string): string {
    if (!this.texts.includes(text)) this.texts.push(text);
    return `\`${kind}\` [${this.texts.indexOf(text) + 1}](#exceptions)`;
  }
}

/** `docs/compatibility.md`. */
export function compatibilityPage(): string {
  const exceptions = new Exceptions();
  const sections = [
    `<!-- Written by \`npm run generate\` from test/compatibility/list.ts; do not edit. -->

# Compatibility with Pulumi

Each row is tested with ${kinds.map((kind) => `\`${kind}\``).join(", ")}, the
CLI ${versions.pulumi} and \`@pulumi/pulumi\` ${versions["@pulumi/pulumi"]}. The tests also check that the next preview is empty. A number
marks a resource's [exception](#exceptions).`,
    "## Resource options",
    table("Option", optionRows, exceptions),
    "## Commands",
    table("Command", commandRows, exceptions),
    "## Automation API",
    table("Program", automationRows, exceptions),
    "Complete programs: [Automation API](guides/automation-api.md).",
    "## Exceptions",
    exceptions.texts.map((text, index) => `${index + 1}. ${text}`).join("\n"),
  ];
  return `${sections.join("\n\n")}\n`;
}

function table(first: string, rows: Record<string, Row>, exceptions: Exceptions): string {
  const lines = Object.values(rows).map(({ title, holds, own = {}, limit, isRefused }) => {
    const marks = kinds.flatMap((kind) => (own[kind] === undefined ? [] : exceptions.mark(kind, own[kind])));
    const text = [isRefused === true ? "Refused." : [], holds, limit ?? [], marks.join(", ")].flat().join(" ").trim();
    return `| ${title} | ${text} |`;
  });
  return [`| ${first} | What holds |`, "|---|---|", ...lines].join("\n");
}
