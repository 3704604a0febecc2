import type { Field } from "../../provider/generate/shape.ts";

/** A Markdown table without empty columns. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const used = heads.map((_, index) => rows.some((row) => row[index] !== ""));
  const line = (cells: readonly string[]) => `| ${cells.filter((_, index) => used[index]).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map((row) => line(row.map(cell)))].join("\n");
}

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** A table of inputs. `change` describes the effect of a change of each. */
export function fieldTable(
  fields: readonly Field[],
  link: (type: string) => string,
  change: (field: Field) => string = () => "",
): string {
  const rows = fields.map((field) => [
    `\`${field.name}\``,
    change(field),
    link(field.type),
    field.optional ? (field.default ?? "") : "**Required**",
    [...field.rules].join(". "),
    meaning(field),
  ]);
  return table(["Field", "When it changes", "Type", "Default", "Range", "Description"], rows);
}

/** A table of the fields of a result: only marked ones are always present. */
export function resultTable(fields: readonly Field[], link: (type: string) => string): string {
  const rows = fields.map((field) => [
    `\`${field.name}\``,
    link(field.type.replace(/ \| null$/, "")),
    field.optional || field.type.endsWith(" | null") ? "" : "always",
    [meaning(field), ...field.rules].join(" "),
  ]);
  return table(["Field", "Type", "Present", "Description"], rows);
}

function meaning(field: Field): string {
  const notes = field.notes.map((note) => (note === "Secret" ? "**Secret.**" : `${note}.`));
  const deprecated = field.deprecated === undefined ? [] : [`**Deprecated:** ${field.deprecated}.`];
  return [field.description, ...notes, ...deprecated].join(" ");
}
