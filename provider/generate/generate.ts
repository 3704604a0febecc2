import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { aliases } from "./enum-aliases.ts";
import { moduleTexts } from "./module-text.ts";
import { outputForms } from "./output-forms.ts";
import { roots } from "./roots.ts";
import { buildTypeModel } from "./type-model.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** Generated files below provider/, by folder. */
const texts = {
  types: () => moduleTexts(buildTypeModel(roots, aliases)),
  "pulumi/program/areas/functions": outputForms,
};

export const generatedFolders = Object.keys(texts);

/** Writes the generated folders into a folder, formatted for `npm run check`. Their READMEs are kept. */
export function generate(folder: string): void {
  for (const [name, textsOf] of Object.entries(texts)) write(path.join(folder, name), textsOf());
}

function write(folder: string, files: ReadonlyMap<string, string>): void {
  for (const file of fs.globSync("**/*.ts", { cwd: folder })) fs.rmSync(path.join(folder, file));
  for (const [file, text] of files) {
    const target = path.join(folder, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, text);
  }
  format(folder);
}

function format(folder: string): void {
  const biome = path.join(repository, "node_modules", "@biomejs", "biome", "bin", "biome");
  const options = ["format", "--write", `--config-path=${repository}`, "--vcs-enabled=false", folder];
  execFileSync(process.execPath, [biome, ...options], { cwd: repository, stdio: ["ignore", "ignore", "pipe"] });
}
