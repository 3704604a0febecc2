import type { Field, Shape } from "./shape.ts";

const columns = 120;

/** The JSDoc of a field: description, constraints, default and notes. */
export function fieldComment(field: Field): string {
  const facts = [...field.rules, ...(field.default === undefined ? [] : [`Default: ${field.default}`]), ...field.notes];
  const paragraphs = [field.description, facts.map((fact) => `${fact}.`).join(" ")];
  if (field.deprecated !== undefined) paragraphs.push(`@deprecated ${field.deprecated}.`);
  return comment(paragraphs, "  ");
}

/** The JSDoc of an interface, with its sections of the contract. */
export function shapeComment(shape: Pick<Shape, "description" | "source" | "rules">): string {
  const rules = shape.rules.map((rule) => `${rule}.`).join(" ");
  return comment([shape.description, rules, `*Source:* ${shape.source}.`], "");
}

/** Returns a one-line comment if it fits, otherwise one with a blank line between paragraphs. */
export function comment(paragraphs: string[], indent: string): string {
  const texts = paragraphs.filter((text) => text !== "").map((text) => text.replaceAll("*/", "*\\/"));
  const line = `${indent}/** ${texts[0]} */`;
  if (texts.length === 1 && line.length <= columns) return line;
  const body = texts.map((text) =>
    wrapped(text, columns - indent.length - 3)
      .map((each) => `${indent} * ${each}`)
      .join("\n"),
  );
  return `${indent}/**\n${body.join(`\n${indent} *\n`)}\n${indent} */`;
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
