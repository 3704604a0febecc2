import { lookupPages } from "../../provider/generate/lookup-pages.ts";
import { resourcePages } from "../../provider/generate/resource-pages.ts";
import { documentationOf, fileOf, pageText } from "./page.ts";
import { endpointTable } from "./requests.ts";
import { table } from "./table.ts";

const introduction = `A page for each resource and lookup. Names are those of the exports of \`@cloudplatform/pulumi\`. Other references:
[error codes](../errors.md), [policy rules](../../policies/rules.md), [platform API](../platform/index.md).`;

/** The list of all pages, and the endpoints with their users. */
export function indexPage(): string {
  const resources = resourcePages.map(({ name, file, definition }) => row(name, file, definition.type));
  const lookups = lookupPages.map(({ area, name }) => row(`${area}.${name}`, `functions/${area}.ts`, name));
  return pageText("Reference", introduction, [
    { heading: "Resources", text: table(["Resource", "Description"], resources) },
    { heading: "Lookups", text: table(["Lookup", "Description"], lookups) },
    { heading: "Endpoints", text: endpointTable() },
  ]);
}

function row(name: string, file: string, declared: string): string[] {
  return [`[\`${name}\`](${fileOf(name)})`, documentationOf(file, declared).summary];
}
