import path from "node:path";
import { comment, fieldComment, shapeComment } from "./comment.ts";
import type { EnumAlias, Shape } from "./shape.ts";
import type { TypeModel } from "./type-model.ts";

const header = "// Written by `npm run generate` from the schemas in provider/api; do not edit.";

/** Returns the text of every file below provider/types, by its path there. */
export function moduleTexts(model: TypeModel): Map<string, string> {
  const texts = new Map<string, string>();
  const files = new Set([...model.shapes.values(), ...model.aliases].map((each) => each.file));
  for (const file of files) texts.set(`${file}.ts`, moduleText(model, file));
  for (const area of new Set([...files].map((file) => path.dirname(file))))
    texts.set(`${area}.ts`, areaText([...files].filter((file) => path.dirname(file) === area)));
  return texts;
}

/** A file that exports all types of an area. */
function areaText(files: string[]): string {
  const exported = files.sort().map((file) => `export type * from "./${file}.ts";`);
  return `${[header, "", ...exported].join("\n")}\n`;
}

function moduleText(model: TypeModel, file: string): string {
  const shapes = [...model.shapes.values()].filter((shape) => shape.file === file);
  const aliases = model.aliases.filter((alias) => alias.file === file);
  const parts = [imports(model, file, shapes), ...aliases.map(aliasText), ...shapes.map(shapeText)];
  return `${[header, ...parts].filter((part) => part !== "").join("\n\n")}\n`;
}

/** Imports of types from other files, in Biome's order. */
function imports(model: TypeModel, file: string, shapes: Shape[]): string {
  const byFile = new Map<string, Set<string>>();
  for (const name of shapes.flatMap((shape) => shape.uses)) {
    const home = model.shapes.get(name)?.file ?? model.aliases.find((alias) => alias.name === name)?.file;
    if (home === undefined || home === file) continue;
    byFile.set(home, (byFile.get(home) ?? new Set()).add(name));
  }
  const lines = [...byFile]
    .map(([home, names]) => ({ from: relative(file, home), names: [...names].sort() }))
    .sort((a, b) => order(a.from) - order(b.from) || (a.from < b.from ? -1 : 1))
    .map(({ from, names }) => `import type { ${names.join(", ")} } from "${from}";`);
  const hasJson = shapes.some((shape) => shape.fields.some((field) => /\bJsonValue\b/.test(field.type)));
  return [...(hasJson ? [`import type { JsonValue } from "../../api/json.ts";`] : []), ...lines].join("\n");
}

/** Parents come before siblings. */
const order = (from: string) => (from.startsWith("../") ? 0 : 1);

function relative(from: string, to: string): string {
  const way = path.posix.relative(path.posix.dirname(from), `${to}.ts`);
  return way.startsWith(".") ? way : `./${way}`;
}

function aliasText(alias: EnumAlias): string {
  const values = alias.values.map((value) => JSON.stringify(value)).join(" | ");
  return `${comment([alias.description], "")}\nexport type ${alias.name} = ${values};`;
}

function shapeText(shape: Shape): string {
  const fields = shape.fields.map(
    (field) => `${fieldComment(field)}\n  ${field.name}${field.optional ? "?" : ""}: ${field.type};`,
  );
  return `${shapeComment(shape)}\nexport interface ${shape.name} {\n${fields.join("\n")}\n}`;
}
