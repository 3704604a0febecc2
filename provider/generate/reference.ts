import { type Endpoint, endpoints } from "../api/index.ts";
import type { Book } from "./book.ts";
import { argumentsName, type LookupPage, lookupPages } from "./manifest/arguments.ts";
import { lookupResults, type ResourcePage, resourcePages } from "./manifest/resources.ts";
import type { Field, Shape } from "./shape.ts";
import { declaredIn } from "./sources.ts";
import { answerTable, fieldTable, table } from "./table.ts";
import { usesOf } from "./uses.ts";

const introduction = `<!-- Written by \`npm run generate\` from the schemas in provider/api; do not edit. -->

# Reference

Every resource, lookup and endpoint with its fields. Sections (§) are those of the platform's API description;
"companion" is what it leaves out. A field without a default may be left out unless it is required.`;

/** The whole reference, Markdown. */
export function referenceText(book: Book): string {
  const pages = [
    introduction,
    "## Resources",
    ...resourcePages.map((page) => resourceText(book, page)),
    "## Lookups",
    "Each has a twin `…Output` that takes Inputs and returns an Output.",
    ...lookupPages.map((page) => lookupText(book, page)),
    "## Types",
    "Objects below the inputs, arguments and results above.",
    ...typesBelow(book).map((shape) => typeText(book, shape)),
    ...book.aliases.map(({ name, description, values }) => {
      const listed = values.map((value) => `\`${value}\``).join(", ");
      return [`### ${name}`, description, `${listed}.`].join("\n\n");
    }),
    "## Endpoints",
    endpointTable(),
  ];
  return `${pages.join("\n\n")}\n`;
}

function resourceText(book: Book, page: ResourcePage): string {
  const { definition } = page;
  const found = declaredIn(page.file).find((one) => one.name === page.definition.type);
  if (found === undefined) throw new Error(`provider/${page.file} declares no ${page.definition.type}.`);
  const link = linkTo(book);
  const change = (field: Field) =>
    field.change ?? (field.isImmutable ? (definition.replacement ?? "replaces") : "in place");
  const inputs = shapeOf(book, page.inputs);
  const outputs = found.outputs.map(({ name, type, description }) => {
    const input = /^\w+Inputs\["(\w+)"\]$/.exec(type)?.[1];
    const shown = inputs.fields.find((field) => field.name === input)?.type ?? type;
    return [`\`${name}\``, link(shown), description];
  });
  return [
    `### ${page.name}`,
    found.description,
    "Inputs:",
    fieldTable(inputs.fields, link, change),
    "Outputs:",
    table(["Field", "Type", "Meaning"], outputs),
  ].join("\n\n");
}

function lookupText(book: Book, { area, name, definition }: LookupPage): string {
  const found = declaredIn(`lookups/${area}.ts`).find((one) => one.name === name);
  const result = lookupResults[`${area}.${name}`];
  if (found === undefined || result === undefined) throw new Error(`Say what ${area}.${name} gives in lookupResults.`);
  const link = linkTo(book);
  const shape = shapeOf(book, result.replace("[]", ""));
  const args = book.shapes.get(argumentsName(name));
  const { method, path } = definition.endpoint;
  return [
    `### ${area}.${name}`,
    found.description,
    `Asks \`${method} ${path}\`.`,
    ...(args === undefined ? [] : ["Arguments:", fieldTable(args.fields, link)]),
    ...(isInPlace(book, result) ? ["Result:", answerTable(shape.fields, link)] : [`Result: ${link(result)}.`]),
  ].join("\n\n");
}

/** What only one lookup gives, and nothing else holds, has its table there; all other shapes stand among the types. */
function isInPlace(book: Book, result: string): boolean {
  const name = result.replace("[]", "");
  const givers = Object.values(lookupResults).filter((other) => other.replace("[]", "") === name);
  return (
    givers.length === 1 &&
    !result.endsWith("[]") &&
    ![...book.shapes.values()].some((shape) => shape.uses.includes(name))
  );
}

/** Shapes that no page above has a table of. */
function typesBelow(book: Book): Shape[] {
  const shown = new Set([
    ...resourcePages.map((page) => page.inputs),
    ...lookupPages.map(({ name }) => argumentsName(name)),
    ...Object.values(lookupResults).filter((result) => isInPlace(book, result)),
  ]);
  return [...book.shapes.values()].filter((shape) => !shown.has(shape.name)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function typeText(book: Book, shape: Shape): string {
  const link = linkTo(book);
  const fields = shape.side === "input" ? fieldTable(shape.fields, link) : answerTable(shape.fields, link);
  const rules = shape.rules.map((rule) => `${rule}.`).join(" ");
  return [`### ${shape.name}`, `${shape.description} *Source:* ${shape.source}.`, rules, fields]
    .filter((part) => part !== "")
    .join("\n\n");
}

function shapeOf(book: Book, name: string): Shape {
  const shape = book.shapes.get(name);
  if (shape === undefined) throw new Error(`There is no shape ${name}.`);
  return shape;
}

/** A type as code, with links to the shapes that it names. */
function linkTo(book: Book): (type: string) => string {
  const known = new Set([...book.shapes.keys(), ...book.aliases.map((alias) => alias.name)]);
  return (type) => {
    const plain = type.replaceAll("(string & Record<never, never>)", "string").replace(/\bJsonValue\b/, "JSON");
    const names = plain.match(/\b[A-Z]\w+\b/g)?.filter((name) => known.has(name)) ?? [];
    const [name] = names;
    return name === undefined ? `\`${plain}\`` : `[\`${plain}\`](#${name.toLowerCase()})`;
  };
}

function endpointTable(): string {
  const uses = usesOf(resourcePages, lookupPages);
  const rows = (Object.values(endpoints) as (Endpoint & { id: string })[]).map((endpoint) => [
    endpoint.method,
    `\`${endpoint.path}\``,
    endpoint.summary,
    endpoint.source,
    (uses.get(endpoint.id) ?? []).map((use) => (/^\w+\.\w+$/.test(use) ? `\`${use}\`` : use)).join(", "),
  ]);
  return table(["Method", "Path", "Does", "Source", "Used by"], rows);
}
