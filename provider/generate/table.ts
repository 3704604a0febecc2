import type { Field } from "./shape.ts";

/** A Markdown table. Empty columns are left out. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const used = heads.map((_, index) => rows.some((row) => row[index] !== ""));
  const line = (cells: readonly string[]) => `| ${cells.filter((_, index) => used[index]).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map((row) => line(row.map(cell)))].join("\n");
}

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** A table of fields. `change` says what a change of each does. */
export function fieldTable(
  fields: readonly Field[],
  link: (type: string) => string,
  change: (field: Field) => string = () => "",
): string {
  const rows = fields.map((field) => [
    `\`${field.name}\``,
    link(field.type),
    [...field.rules].join(". "),
    field.optional ? (field.default ?? "") : "required",
    meaning(field),
    change(field),
  ]);
  return table(["Field", "Type", "Range", "Default", "Meaning", "Change"], rows);
}

/** A table of the fields of an answer: all may be missing but those that are marked. */
export function answerTable(fields: readonly Field[], link: (type: string) => string): string {
  const rows = fields.map((field) => [
    `\`${field.name}\``,
    link(field.type.replace(/ \| null$/, "")),
    field.optional || field.type.endsWith(" | null") ? "" : "always",
    [meaning(field), ...field.rules].join(" "),
  ]);
  return table(["Field", "Type", "Given", "Meaning"], rows);
}

function meaning(field: Field): string {
  const marks = field.marks.map((mark) => (mark === "Secret" ? "**Secret.**" : `${mark}.`));
  const legacy = field.legacy === undefined ? [] : [`**Legacy:** ${field.legacy}.`];
  return [field.description, ...marks, ...legacy].join(" ");
}
