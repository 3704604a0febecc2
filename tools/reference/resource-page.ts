import type { ResourcePage } from "../../provider/generate/resource-pages.ts";
import { outputsName } from "../../provider/generate/roots.ts";
import type { Field } from "../../provider/generate/shape.ts";
import type { TypeModel } from "../../provider/generate/type-model.ts";
import { tokenOf } from "../../provider/resources/registry.ts";
import { errorTableOf } from "./errors-page.ts";
import { capital, codeBlock, documentationOf, pageText } from "./page.ts";
import { policyTable } from "./policies-section.ts";
import { requestTable } from "./requests.ts";
import { table } from "./table.ts";
import { fieldsOf, linkTo, shapeOf, typesBelow } from "./types-section.ts";

/** The page of a resource. */
export function resourcePage(model: TypeModel, page: ResourcePage): string {
  const { definition } = page;
  const { text, errors, source, example } = documentationOf(page.file, definition.type);
  const inputs = shapeOf(model, page.inputs);
  const change = (field: Field) =>
    field.change ?? (field.isImmutable ? (definition.replacement ?? "replaces") : "in place");
  const link = linkTo(model);
  const outputs = shapeOf(model, outputsName(definition)).fields;
  const rows = outputs.map(({ name, type, optional, description, notes }) => [
    `\`${name}\``,
    link(optional ? `${type} | undefined` : type),
    [description, ...notes.map((note) => `${note}.`)].join(" "),
  ]);
  return pageText(page.name, `${text}\n\nSource: ${source}.`, [
    { heading: "Example", text: codeBlock("ts", example) },
    { heading: "Inputs", text: `${inputsIntroduction}\n\n${fieldsOf(model, inputs, change)}` },
    { heading: "Outputs", text: table(["Output", "Type", "Description"], rows) },
    { heading: "Import", text: importText(page) },
    { heading: "Errors", text: errorsText(errors, page) },
    { heading: "Policies", text: policyTable(page.name) },
    { heading: "Requests", text: requestTable(page.name) },
    { heading: "Types", text: typesBelow(model, [page.inputs], typesOf(model, outputs)) },
    { heading: "Type tokens", text: tokenText(page) },
  ]);
}

const inputsIntroduction =
  "The last column says what a change of the input does. An input without a default is optional unless it is marked as required.";

function errorsText(described: string, { source }: ResourcePage): string {
  const general = `Its own codes are below. Those of every resource: [settings and requests](../errors.md#settings-requests-and-tasks), [checks](../errors.md#checks-of-inputs), [creation and ownership](../errors.md#creation-ownership-and-adoption).`;
  return [capital(described), general, errorTableOf(source)].filter((part) => part !== "").join("\n\n");
}

function importText({ name, definition }: ResourcePage): string {
  const { word, importId } = definition.adoption;
  const command = `npx --no-install cloudplatform adopt ${word} ${importId.example}`;
  return [
    `Id: ${importId.form}, such as \`${importId.example}\`.`,
    `The option \`import\` adopts an existing object: \`new ${name}("…", { … }, { import: "${importId.example}" })\`. Nothing is created; the preview fails where the program differs from the object. This command writes the declaration:`,
    codeBlock("sh", command),
    "Several objects or a whole account: [adoption](../guides/adoption.md).",
  ].join("\n\n");
}

function tokenText({ definition }: ResourcePage): string {
  const { area, type } = definition;
  return `\`${tokenOf(definition)}\`; of the [native provider](../guides/native.md) \`cloudplatform:${area}:${type}\`.`;
}

/** Types that outputs name and inputs do not. */
function typesOf(model: TypeModel, outputs: readonly { type: string }[]): string[] {
  return outputs.flatMap(({ type }) => type.match(/\b[A-Z]\w+\b/g) ?? []).filter((name) => model.shapes.has(name));
}
