import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { aliases } from "./enum-aliases.ts";
import { moduleTexts } from "./module-text.ts";
import { roots } from "./roots.ts";
import { buildTypeModel } from "./type-model.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** Writes types/ into a folder, formatted for `npm run check`. Its README stays. */
export function generate(folder: string): void {
  const types = path.join(folder, "types");
  for (const file of fs.globSync("**/*.ts", { cwd: types })) fs.rmSync(path.join(types, file));
  const model = buildTypeModel(roots, aliases);
  for (const [file, text] of moduleTexts(model)) {
    const target = path.join(types, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, text);
  }
  format(types);
}

function format(folder: string): void {
  const biome = path.join(repository, "node_modules", "@biomejs", "biome", "bin", "biome");
  const options = ["format", "--write", `--config-path=${repository}`, "--vcs-enabled=false", folder];
  execFileSync(process.execPath, [biome, ...options], { cwd: repository, stdio: ["ignore", "ignore", "pipe"] });
}
