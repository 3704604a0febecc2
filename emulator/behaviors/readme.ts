import { readFileSync, writeFileSync } from "node:fs";
import { behaviorList, type ListedBehavior } from "./list.ts";

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

/** The type of a value for each behavior, written out: the table is in a package that this one does not publish. */
export function valuesType(): string {
  const fields = behaviorList().map(({ name, values }) => {
    const type = "max" in values ? "number" : values.map((value) => JSON.stringify(value)).join(" | ");
    return `  readonly ${name}: ${type};`;
  });
  return `/** A value for each behavior. Written by \`npm run generate\` from the table in \`provider/api/behaviors\`. */
export interface BehaviorValues {
${fields.join("\n")}
}
`;
}

if (import.meta.main) {
  writeFileSync(readme, withBehaviors(readFileSync(readme, "utf8")));
  writeFileSync(values, valuesType());
}
