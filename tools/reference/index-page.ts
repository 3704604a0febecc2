import { lookupPages } from "../../provider/generate/lookup-pages.ts";
import { resourcePages } from "../../provider/generate/resource-pages.ts";
import { documentationOf, pageText, placeOf } from "./page.ts";
import { endpointTable } from "./requests.ts";
import { table } from "./table.ts";

const introduction = `A page for each resource, and one for the functions of each area. Names are those of the exports of \`@cloudplatform/pulumi\`. Other references:
[error codes](../errors.md), [policy rules](../../policies/rules.md), [platform API](../platform/index.md).`;

/** The list of all pages, and the endpoints with the resources and functions that use them. */
export function indexPage(): string {
  const resources = resourcePages.map(({ name, file, definition }) => row(name, file, definition.type));
  const functions = lookupPages.map(({ area, name }) => row(`${area}.${name}`, `functions/${area}.ts`, name));
  return pageText("Reference", introduction, [
    { heading: "Resources", text: table(["Resource", "Description"], resources) },
    { heading: "Functions", text: table(["Function", "Description"], functions) },
    { heading: "Endpoints", text: endpointTable() },
  ]);
}

function row(name: string, file: string, declared: string): string[] {
  return [`[\`${name}\`](${placeOf(name)})`, documentationOf(file, declared).summary];
}
