import fs from "node:fs";
import path from "node:path";
import { aliases } from "../../provider/generate/enum-aliases.ts";
import { lookupPages } from "../../provider/generate/lookup-pages.ts";
import { resourcePages } from "../../provider/generate/resource-pages.ts";
import { roots } from "../../provider/generate/roots.ts";
import { buildTypeModel } from "../../provider/generate/type-model.ts";
import { errorsPage } from "./errors-page.ts";
import { functionsPage } from "./functions-page.ts";
import { indexPage } from "./index-page.ts";
import { llmsText } from "./llms.ts";
import { fileOf } from "./page.ts";
import { resourcePage } from "./resource-page.ts";

/** Texts of all reference pages, by path below docs. */
export function referencePages(): Map<string, string> {
  const areas = [...new Set(lookupPages.map(({ area }) => area))];
  const model = buildTypeModel(roots, aliases);
  return new Map([
    ["reference/index.md", indexPage()],
    ["errors.md", errorsPage()],
    ["llms.txt", llmsText()],
    ...resourcePages.map((page): [string, string] => [`reference/${fileOf(page.name)}`, resourcePage(model, page)]),
    ...areas.map((area): [string, string] => [`reference/${area}-functions.md`, functionsPage(model, area)]),
  ]);
}

/** Writes the reference pages and the error catalog into a folder such as docs, and removes outdated pages. */
export function writePages(folder: string): void {
  // Generated before the pages are removed, because the list for assistants reads titles of existing pages.
  const pages = referencePages();
  const reference = path.join(folder, "reference");
  fs.rmSync(reference, { recursive: true, force: true });
  fs.mkdirSync(reference, { recursive: true });
  for (const [file, text] of pages) fs.writeFileSync(path.join(folder, file), text);
}
