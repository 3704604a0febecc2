import { readFileSync } from "node:fs";
import { z } from "zod";
import { automationRows, commandRows, optionRows, type Row } from "./list.ts";
import { kinds } from "./resources.ts";

const packageFile = new URL("../../package.json", import.meta.url);
const versions = z
  .object({ devDependencies: z.object({ pulumi: z.string(), "@pulumi/pulumi": z.string() }) })
  .parse(JSON.parse(readFileSync(packageFile, "utf8"))).devDependencies;

/** Texts that stand below the tables, each once, by their order. */
class Notes {
  readonly texts: string[] = [];

  mark(text: string): string {
    if (!this.texts.includes(text)) this.texts.push(text);
    return `[${this.texts.indexOf(text) + 1}](#notes)`;
  }
}

/** `docs/compatibility.md`. */
export function compatibilityPage(): string {
  const notes = new Notes();
  const sections = [
    `<!-- Written by \`npm run generate\` from test/compatibility/list.ts; do not edit. -->

# Compatibility with Pulumi

What each resource option and each command of Pulumi does with each resource. Every cell is a test with the real CLI
${versions.pulumi} and \`@pulumi/pulumi\` ${versions["@pulumi/pulumi"]}: after the command it checks the state file, the objects on the platform, the requests
that were sent, and that the next preview is empty. ✓ means that what the row says holds; ✗ that Pulumi refuses it, as
the row says; a number names a note.`,
    "## Resource options",
    table("Option", optionRows, notes),
    "## Commands",
    table("Command", commandRows, notes),
    "## Automation API",
    table("Program", automationRows, notes),
    "The guide [Automation API](guides/automation-api.md) has the programs.",
    "## Notes",
    notes.texts.map((text, index) => `${index + 1}. ${text}`).join("\n"),
    "## Limits of Pulumi",
    limits({ ...optionRows, ...commandRows, ...automationRows }),
  ];
  return `${sections.join("\n\n")}\n`;
}

function table(first: string, rows: Record<string, Row>, notes: Notes): string {
  const lines = Object.values(rows).map(({ title, holds, own = {}, isRefused }) => {
    const sign = isRefused === true ? "✗" : "✓";
    const cells = kinds.map((kind) => (own[kind] === undefined ? sign : `${sign} ${notes.mark(own[kind])}`));
    return `| ${[title, holds, ...cells].join(" | ")} |`;
  });
  const head = [first, "What holds", ...kinds.map((kind) => `\`${kind}\``)];
  return [`| ${head.join(" | ")} |`, `|${head.map(() => "---|").join("")}`, ...lines].join("\n");
}

function limits(rows: Record<string, Row>): string {
  const limited = Object.values(rows).filter(({ limit }) => limit !== undefined);
  return limited.map(({ title, limit }) => `- ${title}: ${limit}`).join("\n");
}
