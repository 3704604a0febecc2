import { areas } from "../../provider/cli/areas.ts";
import { argumentsName, type LookupPage } from "../../provider/generate/lookup-pages.ts";
import { resultName } from "../../provider/generate/roots.ts";
import { declaredIn } from "../../provider/generate/source-docs.ts";
import type { TypeModel } from "../../provider/generate/type-model.ts";
import { capital, codeBlock, documentationOf, pageText } from "./page.ts";
import { requestTable } from "./requests.ts";
import { fieldsOf, shapeOf, typesBelow } from "./types-section.ts";

/** The page of a lookup. */
export function lookupPage(model: TypeModel, page: LookupPage): string {
  const { area, name, definition } = page;
  const { text, errors, source, example } = documentationOf(`functions/${area}.ts`, name);
  const args = model.shapes.get(argumentsName(name));
  const result = resultName(definition);
  const shape = shapeOf(model, result.replace("[]", ""));
  const isList = result.endsWith("[]");
  return pageText(`${area}.${name}`, `${text}\n\nSource: ${source}.`, [
    { heading: "Example", text: codeBlock("ts", example) },
    { heading: "Arguments", text: args === undefined ? "None." : fieldsOf(model, args) },
    { heading: "Result", text: `${isList ? "A list of objects:\n\n" : ""}${fieldsOf(model, shape)}` },
    { heading: "Other forms", text: otherForms(page) },
    { heading: "Errors", text: [capital(errors), generalErrors].filter((each) => each !== "").join("\n\n") },
    { heading: "Requests", text: requestTable(`${area}.${name}`) },
    { heading: "Types", text: typesBelow(model, [shape.name, ...(args === undefined ? [] : [args.name])]) },
  ]);
}

const generalErrors =
  "`InputError` ([CP1006](../errors.md#cp1006)) names each wrong argument before a request is sent, `SettingsError` ([CP1001](../errors.md#cp1001)) a missing setting. `ConnectionError`, `ResponseError` and `InvalidResponseError` ([CP1101](../errors.md#cp1101) to [CP1109](../errors.md#cp1109)) concern the request.";

/** The same question as an Output, one element at a time, on the command line and in other languages. */
function otherForms({ area, name, definition }: LookupPage): string {
  const names = declaredIn(`functions/${area}.ts`).map((one) => one.name);
  const iterator = names.find((one) => one === name.replace(/^get/, "iterate"));
  const command = areas[area]?.commands.find(({ lookup }) => lookup.definition.name === definition.name);
  return [
    `- \`${area}.${name}Output\` accepts Inputs and returns an Output.`,
    ...(iterator === undefined
      ? []
      : [`- \`${area}.${iterator}\` reads one element after another, with one page in memory.`]),
    ...(command === undefined ? [] : [`- Command: \`npx --no-install cloudplatform ${command.example}\``]),
    `- [Native provider](../guides/native.md): function \`cloudplatform:${area}:${name}\`.`,
  ].join("\n");
}
