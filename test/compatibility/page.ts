import { readFileSync } from "node:fs";
import { z } from "zod";
import { automationRows, commandRows, engineRows, optionRows, type Row } from "./list.ts";
import { kinds } from "./resources.ts";

const packageFile = new URL("../../package.json", import.meta.url);
const versions = z
  .object({ devDependencies: z.object({ pulumi: z.string(), "@pulumi/pulumi": z.string() }) })
  .parse(JSON.parse(readFileSync(packageFile, "utf8"))).devDependencies;

/** Returns `docs/compatibility.md`: what works as Pulumi documents it, and what differs for some or all resources. */
export function compatibilityPage(): string {
  const sections = [
    `<!-- Written by \`npm run generate\` from test/compatibility/list.ts; do not edit. -->

# Compatibility with Pulumi

These resource options and commands work as Pulumi documents them, apart from the [exceptions](#exceptions) below, and the next preview is
empty. Each is tested with ${named(kinds)},
Pulumi CLI ${versions.pulumi} and \`@pulumi/pulumi\` ${versions["@pulumi/pulumi"]}.`,
    "## Resource options",
    titlesOf(optionRows),
    "## Commands",
    titlesOf(commandRows),
    "## Features since 3.200",
    `With both providers: ${titlesOf(engineRows)}`,
    "## Automation API",
    `${titlesOf(automationRows)}: see [the guide](guides/automation-api.md).`,
    "## Exceptions",
    exceptions(Object.values<Row>({ ...optionRows, ...commandRows, ...engineRows, ...automationRows })),
  ];
  return `${sections.join("\n\n")}\n`;
}

const named = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");

function titlesOf(rows: Record<string, Row>): string {
  const works = Object.values(rows).filter(({ isRefused }) => isRefused !== true);
  return works.map(({ title }) => title).join(", ");
}

/** Returns the rows of limits and differences. Each text appears once, with the options and resources that it applies to. */
function exceptions(rows: readonly Row[]): string {
  const limits = rows.flatMap(({ title, limit }) => (limit === undefined ? [] : `| ${title} | all | ${limit} |`));
  const own = new Map<string, { titles: Set<string>; of: Set<string> }>();
  for (const { title, own: texts = {} } of rows)
    for (const kind of kinds) {
      const text = texts[kind];
      if (text === undefined) continue;
      const found = own.get(text) ?? { titles: new Set(), of: new Set() };
      own.set(text, { titles: found.titles.add(title), of: found.of.add(kind) });
    }
  const owns = [...own].map(([text, { titles, of }]) => `| ${[...titles].join(", ")} | ${named([...of])} | ${text} |`);
  return ["| Option or command | Resources | Exception |", "|---|---|---|", ...owns, ...limits].join("\n");
}
