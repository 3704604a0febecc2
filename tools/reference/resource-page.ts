import type { ResourcePage } from "../../provider/generate/resource-pages.ts";
import { outputsName } from "../../provider/generate/roots.ts";
import type { Field } from "../../provider/generate/shape.ts";
import type { TypeModel } from "../../provider/generate/type-model.ts";
import { tokenOf } from "../../provider/resources/registry.ts";
import { errorTableOf } from "./errors-page.ts";
import { asClassTakes, otherLanguagesText, outputsOfClass } from "./keyed-list.ts";
import { capital, codeBlock, documentationOf, pageText } from "./page.ts";
import { policyTable } from "./policies-section.ts";
import { requestTable } from "./requests.ts";
import { table } from "./table.ts";
import { fieldsOf, linkTo, shapeOf, typesBelow } from "./types-section.ts";

/** The page of a resource. */
export function resourcePage(schemas: TypeModel, page: ResourcePage): string {
  const { definition } = page;
  const model = asClassTakes(schemas, page.name, page.inputs);
  const { text, errors, source, example } = documentationOf(page.file, definition.type);
  const inputs = shapeOf(model, page.inputs);
  const change = (field: Field) =>
    field.change ?? (field.isImmutable ? (definition.replacement ?? "replaces") : "in place");
  const link = linkTo(model);
  const all = shapeOf(schemas, outputsName(definition)).fields;
  const outputs = outputsOfClass(page.name, shapeOf(schemas, page.inputs), all);
  const rows = outputs.map(({ name, type, optional, description, notes }) => [
    `\`${name}\``,
    link(optional ? `${type} | undefined` : type),
    [description, ...notes.map((note) => `${note}.`)].join(" "),
  ]);
  return pageText(page.name, `${text}\n\nSource: ${source}.`, [
    { heading: "Example", text: codeBlock("ts", example) },
    {
      heading: "Inputs",
      text: joined(inputsIntroduction, fieldsOf(model, inputs, change), otherLanguagesText(page.name)),
    },
    { heading: "Outputs", text: table(["Output", "Type", "Description"], rows) },
    { heading: "Import", text: importText(page) },
    { heading: "Errors", text: errorsText(errors, page) },
    { heading: "Policies", text: policyTable(page.name) },
    { heading: "Requests", text: requestTable(page.name) },
    { heading: "Types", text: typesBelow(model, [page.inputs], typesOf(model, outputs)) },
    { heading: "Type tokens", text: tokenText(page) },
  ]);
}

const inputsIntroduction = "Inputs without a default are optional unless they are marked as required.";

function errorsText(described: string, { source }: ResourcePage): string {
  const general = `Its own codes are below. Those of every resource: [settings and requests](../errors.md#settings-requests-and-tasks), [checks](../errors.md#checks-of-inputs), [creation and ownership](../errors.md#creation-ownership-and-import).`;
  return joined(capital(described), general, errorTableOf(source));
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

function importText({ name, definition }: ResourcePage): string {
  const { word, importId } = definition.adoption;
  if (importId === undefined) return importOfParts(word);
  const command = `npx --no-install cloudplatform adopt ${word} ${importId.example}`;
  return [
    `Id: ${importId.form}, such as \`${importId.example}\`.`,
    `The option \`import\` imports an existing object: \`new ${name}("…", { … }, { import: "${importId.example}" })\`. Nothing is created; the preview fails if program and object differ. This command writes the declaration:`,
    codeBlock("sh", command),
    "For several objects or a whole account, see [import existing resources](../guides/adoption.md).",
  ].join("\n\n");
}

function importOfParts(word: string): string {
  return [
    "The platform has no such object, so the option `import` fails. The field `import` of a rule adopts an existing rule template by its id: nothing is created, and only its weight may change. This command writes a set of all templates of the account, or of those whose ids you pass:",
    codeBlock("sh", `npx --no-install cloudplatform adopt ${word} --name shop`),
    "To move rules into a set and out of it, see [rule sets](../guides/rule-sets.md).",
  ].join("\n\n");
}

function tokenText({ definition }: ResourcePage): string {
  const { area, type } = definition;
  return `\`${tokenOf(definition)}\`; of the [native provider](../guides/native.md) \`cloudplatform:${area}:${type}\`.`;
}

/** Types that outputs use and inputs do not. */
function typesOf(model: TypeModel, outputs: readonly { type: string }[]): string[] {
  return outputs.flatMap(({ type }) => type.match(/\b[A-Z]\w+\b/g) ?? []).filter((name) => model.shapes.has(name));
}
