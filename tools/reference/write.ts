import fs from "node:fs";
import path from "node:path";
import { referencePages } from "./pages.ts";

/** Writes the reference pages and the error catalog into a folder such as docs, and removes outdated pages. */
export function writePages(folder: string): void {
  // Generated before the pages are removed, because the list for assistants reads titles of existing pages.
  const pages = referencePages();
  const reference = path.join(folder, "reference");
  fs.rmSync(reference, { recursive: true, force: true });
  fs.mkdirSync(reference, { recursive: true });
  for (const [file, text] of pages) fs.writeFileSync(path.join(folder, file), text);
}
