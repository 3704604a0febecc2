import { readFileSync, writeFileSync } from "node:fs";
import { behaviorList, type ListedBehavior } from "./list.ts";
import { transitBehaviors } from "./table/transit.ts";
import { type Behavior, behaviorTable, readingTable } from "./table.ts";

const begin = "<!-- behaviors: written by `npm run generate` -->";
const end = "<!-- /behaviors -->";

export const readme = new URL("../README.md", import.meta.url);

/** The README with the generated table of behaviors. */
export function withBehaviors(text: string): string {
  const start = text.indexOf(begin) + begin.length;
  const stop = text.indexOf(end);
  if (start < begin.length || stop < start) throw new Error(`The README has no table between ${begin} and ${end}.`);
  return `${text.slice(0, start)}\n\n${table()}\n\n${text.slice(stop)}`;
}

function table(): string {
  const rows = behaviorList().map(
    (behavior) => `| \`${behavior.name}\` | ${valuesText(behavior)} | ${behavior.description} | ${behavior.source} |`,
  );
  return ["| Behavior | Values, default first | Description | Source |", "|---|---|---|---|", ...rows].join("\n");
}

function valuesText({ values }: ListedBehavior): string {
  return "max" in values ? `\`${values.min}\` to \`${values.max}\`` : values.map((value) => `\`${value}\``).join(", ");
}

export const values = new URL("values.ts", import.meta.url);

/** The type of a value for each behavior, written out: the public types of this package must not have the types of effects. */
export function valuesType(): string {
  const fields = behaviorList().map(({ name, values }) => {
    const type = "max" in values ? "number" : values.map((value) => JSON.stringify(value)).join(" | ");
    return `  readonly ${name}: ${type};`;
  });
  return `/** A value for each behavior. Written by \`npm run generate\` from the entries in \`emulator/behaviors/table\`. */
export interface BehaviorValues {
${fields.join("\n")}
}
`;
}

const contractTables = new URL("../../provider/api/behaviors/tables.ts", import.meta.url);

/** The entries as `cloudplatform doctor --conformance` needs them: without the effects, which only the emulator has. */
function contractText(): string {
  const tables = Object.entries({ readingTable, transitTable: transitBehaviors }).map(
    ([name, table]) => `export const ${name} = {
${Object.keys(table)
  .map((each) => entryText(each, behaviorTable[each as keyof typeof behaviorTable]))
  .join("")}} as const satisfies Record<string, Behavior>;
`,
  );
  return `// Written by \`npm run generate\` from the entries in \`emulator/behaviors/table\`.
import type { Behavior } from "./behavior.ts";

${tables.join("\n")}`;
}

function entryText(name: string, { description, source, undetectable, ...behavior }: Behavior): string {
  const range = behavior.kind === "choice" ? { values: behavior.values } : { min: behavior.min, max: behavior.max };
  const fields = { kind: behavior.kind, ...range, default: behavior.default, description, source, undetectable };
  const lines = Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [fieldText(key, value)]));
  return `  ${name}: {\n${lines.join("")}  },\n`;
}

/** In the layout of the formatter. */
function fieldText(key: string, value: unknown): string {
  const json = JSON.stringify(value);
  const text = Array.isArray(value) ? `[${value.map((each) => JSON.stringify(each)).join(", ")}]` : json;
  const quoted = json.includes('\\"') ? `'${value}'` : text;
  const line = `    ${key}: ${quoted},\n`;
  return line.length > 121 ? `    ${key}:\n      ${quoted},\n` : line;
}

if (import.meta.main) {
  writeFileSync(readme, withBehaviors(readFileSync(readme, "utf8")));
  writeFileSync(values, valuesType());
  writeFileSync(contractTables, contractText());
}
