import { type Endpoint, endpoints } from "../api/index.ts";
import { endpointUsers } from "./endpoint-users.ts";
import { argumentsName, type LookupPage, lookupPages } from "./lookup-pages.ts";
import { type ResourcePage, resourcePages } from "./resource-pages.ts";
import { resultName } from "./roots.ts";
import type { Field, Shape } from "./shape.ts";
import { declaredIn } from "./source-docs.ts";
import { fieldTable, resultTable, table } from "./table.ts";
import type { TypeModel } from "./type-model.ts";

const introduction = `<!-- Written by \`npm run generate\` from the schemas in provider/api; do not edit. -->

# Reference

Every resource, lookup and endpoint with its fields. Sections (§) are those of the platform's API description;
"companion" refers to facts that it omits. A field without a default is optional unless it is marked as required.`;

/** The whole reference, Markdown. */
export function referenceText(model: TypeModel): string {
  const pages = [
    introduction,
    "## Resources",
    ...resourcePages.map((page) => resourceText(model, page)),
    "## Lookups",
    "Each has a form `…Output` that accepts Inputs and returns an Output.",
    ...lookupPages.map((page) => lookupText(model, page)),
    "## Types",
    "Objects below the inputs, arguments and results above.",
    ...typesBelow(model).map((shape) => typeText(model, shape)),
    ...model.aliases.map(({ name, description, values }) => {
      const listed = values.map((value) => `\`${value}\``).join(", ");
      return [`### ${name}`, description, `${listed}.`].join("\n\n");
    }),
    "## Endpoints",
    endpointTable(),
  ];
  return `${pages.join("\n\n")}\n`;
}

function resourceText(model: TypeModel, page: ResourcePage): string {
  const { definition } = page;
  const found = declaredIn(page.file).find((one) => one.name === page.definition.type);
  if (found === undefined) throw new Error(`provider/${page.file} declares no ${page.definition.type}.`);
  const link = linkTo(model);
  const change = (field: Field) =>
    field.change ?? (field.isImmutable ? (definition.replacement ?? "replaces") : "in place");
  const inputs = shapeOf(model, page.inputs);
  const outputs = found.outputs.map(({ name, type, input, description }) => {
    const shown = inputs.fields.find((field) => field.name === input)?.type ?? type;
    return [`\`${name}\``, link(shown), description];
  });
  return [
    `### ${page.name}`,
    found.description,
    "Inputs:",
    fieldTable(inputs.fields, link, change),
    "Outputs:",
    table(["Field", "Type", "Description"], outputs),
  ].join("\n\n");
}

function lookupText(model: TypeModel, { area, name, definition }: LookupPage): string {
  const found = declaredIn(`lookups/${area}.ts`).find((one) => one.name === name);
  const result = resultName(definition);
  if (found === undefined) throw new Error(`provider/lookups/${area}.ts declares no ${name}.`);
  const link = linkTo(model);
  const shape = shapeOf(model, result.replace("[]", ""));
  const args = model.shapes.get(argumentsName(name));
  const { method, path } = definition.endpoint;
  return [
    `### ${area}.${name}`,
    found.description,
    `Sends \`${method} ${path}\`.`,
    ...(args === undefined ? [] : ["Arguments:", fieldTable(args.fields, link)]),
    ...(isInlineResult(model, result) ? ["Result:", resultTable(shape.fields, link)] : [`Result: ${link(result)}.`]),
  ].join("\n\n");
}

/** The result of only one lookup, used nowhere else, has its table there; all others are among the types. */
function isInlineResult(model: TypeModel, result: string): boolean {
  const name = result.replace("[]", "");
  const users = lookupPages.filter(({ definition }) => resultName(definition).replace("[]", "") === name);
  return (
    users.length === 1 &&
    !result.endsWith("[]") &&
    ![...model.shapes.values()].some((shape) => shape.uses.includes(name))
  );
}

/** Interfaces without a table on a page above. */
function typesBelow(model: TypeModel): Shape[] {
  const shown = new Set([
    ...resourcePages.map((page) => page.inputs),
    ...lookupPages.map(({ name }) => argumentsName(name)),
    ...lookupPages.map(({ definition }) => resultName(definition)).filter((result) => isInlineResult(model, result)),
  ]);
  return [...model.shapes.values()]
    .filter((shape) => !shown.has(shape.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function typeText(model: TypeModel, shape: Shape): string {
  const link = linkTo(model);
  const fields = shape.direction === "input" ? fieldTable(shape.fields, link) : resultTable(shape.fields, link);
  const rules = shape.rules.map((rule) => `${rule}.`).join(" ");
  return [`### ${shape.name}`, `${shape.description} *Source:* ${shape.source}.`, rules, fields]
    .filter((part) => part !== "")
    .join("\n\n");
}

function shapeOf(model: TypeModel, name: string): Shape {
  const shape = model.shapes.get(name);
  if (shape === undefined) throw new Error(`There is no shape ${name}.`);
  return shape;
}

/** A type as code, with links to the shapes that it names. */
function linkTo(model: TypeModel): (type: string) => string {
  const known = new Set([...model.shapes.keys(), ...model.aliases.map((alias) => alias.name)]);
  return (type) => {
    const plain = type.replaceAll("(string & Record<never, never>)", "string").replace(/\bJsonValue\b/, "JSON");
    const names = plain.match(/\b[A-Z]\w+\b/g)?.filter((name) => known.has(name)) ?? [];
    const [name] = names;
    return name === undefined ? `\`${plain}\`` : `[\`${plain}\`](#${name.toLowerCase()})`;
  };
}

function endpointTable(): string {
  const users = endpointUsers(resourcePages, lookupPages);
  const rows = (Object.values(endpoints) as (Endpoint & { id: string })[]).map((endpoint) => [
    endpoint.method,
    `\`${endpoint.path}\``,
    endpoint.summary,
    endpoint.source,
    (users.get(endpoint.id) ?? []).map((use) => (/^\w+\.\w+$/.test(use) ? `\`${use}\`` : use)).join(", "),
  ]);
  return table(["Method", "Path", "Does", "Source", "Used by"], rows);
}
