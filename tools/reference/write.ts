import fs from "node:fs";
import path from "node:path";
import { referencePages } from "./pages.ts";

/** Writes the reference pages and the error catalogue into a folder such as docs; pages of earlier names are removed. */
export function writePages(folder: string): void {
  // Before they are removed: the list for assistants reads titles of pages that are there.
  const pages = referencePages();
  const reference = path.join(folder, "reference");
  fs.rmSync(reference, { recursive: true, force: true });
  fs.mkdirSync(reference, { recursive: true });
  for (const [file, text] of pages) fs.writeFileSync(path.join(folder, file), text);
}
