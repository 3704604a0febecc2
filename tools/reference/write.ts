import fs from "node:fs";
import path from "node:path";
import { referencePages } from "./pages.ts";

/** Replaces a folder by the reference pages. */
export function writePages(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  for (const [file, text] of referencePages()) fs.writeFileSync(path.join(folder, file), text);
}
