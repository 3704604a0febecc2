import { areas } from "../../provider/cli/areas.ts";
import { argumentsName, type LookupPage, lookupPages } from "../../provider/generate/lookup-pages.ts";
import { resultName } from "../../provider/generate/roots.ts";
import type { Shape } from "../../provider/generate/shape.ts";
import { declaredIn } from "../../provider/generate/source-docs.ts";
import type { TypeModel } from "../../provider/generate/type-model.ts";
import { capital, codeBlock, documentationOf, pageText, type Section } from "./page.ts";
import { requestTable } from "./requests.ts";
import { fieldsOf, shapeOf, typesBelow } from "./types-section.ts";

/** The page of an area's functions. */
export function functionsPage(model: TypeModel, area: string): string {
  const pages = lookupPages.filter((page) => page.area === area);
  const shapes = pages.flatMap((page) => shapesOf(model, page));
  const names = [...new Set(shapes.map(({ name }) => name))];
  return pageText(`${area} functions`, introduction, [
    ...pages.map((page) => ({ heading: `${area}.${page.name}`, text: functionText(model, page) })),
    { heading: "Types", text: typesBelow(model, names) },
  ]);
}

const introduction =
  "Each function has an `…Output` form that accepts Inputs and returns an Output. All throw `InputError` ([CP1006](../errors.md#cp1006)), which names each wrong argument before a request is sent, `SettingsError` ([CP1001](../errors.md#cp1001)) for a missing setting, and [CP1101](../errors.md#cp1101) to [CP1109](../errors.md#cp1109) for failed requests.";

function functionText(model: TypeModel, page: LookupPage): string {
  const { area, name, definition } = page;
  const { text, errors, source, example } = documentationOf(`functions/${area}.ts`, name);
  const [shape, args] = shapesOf(model, page);
  const isList = resultName(definition).endsWith("[]");
  const result = shape === undefined ? "" : fieldsOf(model, shape);
  return subsections([
    { heading: "", text: `${text}\n\nSource: ${source}.` },
    { heading: "", text: codeBlock("ts", example) },
    { heading: "Arguments", text: args === undefined ? "None." : fieldsOf(model, args) },
    { heading: "Result", text: `${isList ? "A list of objects:\n\n" : ""}${result}` },
    { heading: "Errors", text: capital(errors) },
    { heading: "Also as", text: otherForms(page) },
    { heading: "Requests", text: requestTable(`${area}.${name}`) },
  ]);
}

/** Headings would repeat for each function: the parts get bold titles, and the page's outline shows only functions. */
function subsections(parts: readonly Section[]): string {
  return parts
    .filter(({ text }) => text !== "")
    .map(({ heading, text }) => (heading === "" ? text : `**${heading}**\n\n${text}`))
    .join("\n\n");
}

/** The shapes of the result, and of the arguments if there are any. */
function shapesOf(model: TypeModel, { name, definition }: LookupPage): Shape[] {
  const args = model.shapes.get(argumentsName(name));
  return [shapeOf(model, resultName(definition).replace("[]", "")), ...(args === undefined ? [] : [args])];
}

/** The same request for one element at a time, on the command line, and in other languages. */
function otherForms({ area, name, definition }: LookupPage): string {
  const names = declaredIn(`functions/${area}.ts`).map((one) => one.name);
  const iterator = names.find((one) => one === name.replace(/^get/, "iterate"));
  const command = areas[area]?.commands.find(({ lookup }) => lookup.definition.name === definition.name);
  return [
    ...(iterator === undefined
      ? []
      : [`- \`${area}.${iterator}\` reads one element after another, with one page in memory.`]),
    ...(command === undefined ? [] : [`- Command: \`npx --no-install cloudplatform ${command.example}\``]),
    `- [Native provider](../guides/native.md): function \`cloudplatform:${area}:${name}\`.`,
  ].join("\n");
}
