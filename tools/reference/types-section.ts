import type { EnumAlias, Field, Shape } from "../../provider/generate/shape.ts";
import type { TypeModel } from "../../provider/generate/type-model.ts";
import { linkCitations } from "./citations.ts";
import { fieldTable, resultTable } from "./table.ts";

export function shapeOf(model: TypeModel, name: string): Shape {
  const shape = model.shapes.get(name);
  if (shape === undefined) throw new Error(`There is no shape ${name}.`);
  return shape;
}

/** Shows a type as code, with a link to its section of the page. */
export function linkTo(model: TypeModel): (type: string) => string {
  const known = new Set([...model.shapes.keys(), ...model.aliases.map((alias) => alias.name)]);
  return (type) => {
    const plain = type.replaceAll("(string & Record<never, never>)", "string").replace(/\bJsonValue\b/, "JSON");
    const name = plain.match(/\b[A-Z]\w+\b/g)?.find((each) => known.has(each));
    return name === undefined ? `\`${plain}\`` : `[\`${plain}\`](#${name.toLowerCase()})`;
  };
}

/** A table of inputs, or of the fields of a result. */
export function fieldsOf(model: TypeModel, shape: Shape, change?: (field: Field) => string): string {
  const link = linkTo(model);
  return shape.direction === "input" ? fieldTable(shape.fields, link, change) : resultTable(shape.fields, link);
}

/**
 * Returns the sections of the types `shown`, and of all types that those and `names` use, directly or indirectly, in the order of
 * their use.
 */
export function typesBelow(model: TypeModel, names: readonly string[], shown: readonly string[] = []): string {
  const found = new Set(shown);
  const collect = (name: string) => {
    for (const used of model.shapes.get(name)?.uses ?? []) {
      if (found.has(used)) continue;
      found.add(used);
      collect(used);
    }
  };
  for (const name of [...names, ...shown]) collect(name);
  return [...found].map((name) => typeText(model, name)).join("\n\n");
}

function typeText(model: TypeModel, name: string): string {
  const alias = model.aliases.find((one) => one.name === name);
  if (alias !== undefined) return aliasText(alias);
  const shape = shapeOf(model, name);
  const rules = shape.rules.map((rule) => `${rule}.`).join(" ");
  const parts = [`${shape.description} Source: ${linkCitations(shape.source)}.`, rules, fieldsOf(model, shape)];
  return [`### ${name}`, ...parts.filter((part) => part !== "")].join("\n\n");
}

function aliasText({ name, description, values }: EnumAlias): string {
  return [`### ${name}`, description, `${values.map((value) => `\`${value}\``).join(", ")}.`].join("\n\n");
}
