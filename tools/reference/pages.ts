import { aliases } from "../../provider/generate/enum-aliases.ts";
import { lookupPages } from "../../provider/generate/lookup-pages.ts";
import { resourcePages } from "../../provider/generate/resource-pages.ts";
import { roots } from "../../provider/generate/roots.ts";
import { buildTypeModel } from "../../provider/generate/type-model.ts";
import { errorsPage } from "./errors-page.ts";
import { indexPage } from "./index-page.ts";
import { lookupPage } from "./lookup-page.ts";
import { fileOf } from "./page.ts";
import { resourcePage } from "./resource-page.ts";

/** Texts of all reference pages, by path below docs. */
export function referencePages(): Map<string, string> {
  const model = buildTypeModel(roots, aliases);
  return new Map([
    ["reference/index.md", indexPage()],
    ["errors.md", errorsPage()],
    ...resourcePages.map((page): [string, string] => [`reference/${fileOf(page.name)}`, resourcePage(model, page)]),
    ...lookupPages.map((page): [string, string] => [
      `reference/${fileOf(`${page.area}.${page.name}`)}`,
      lookupPage(model, page),
    ]),
  ]);
}
