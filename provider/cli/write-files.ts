import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Format, files } from "../review/render/formats.ts";

/** Writes a review in all formats. */
export async function writeFiles(folder: string, render: (format: Format) => string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of Object.keys(files) as Format[]) await writeFile(join(folder, files[name]), render(name));
}
