import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bookOf } from "./book.ts";
import { aliases, roots } from "./manifest/index.ts";
import { moduleTexts } from "./module-text.ts";
import { referenceText } from "./reference.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** Writes types/ and reference.md into a folder, formatted as `npm run check` wants them. */
export function generate(folder: string): void {
  const types = path.join(folder, "types");
  fs.rmSync(types, { recursive: true, force: true });
  const book = bookOf(roots, aliases);
  for (const [file, text] of moduleTexts(book)) {
    const target = path.join(types, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, text);
  }
  format(types);
  fs.writeFileSync(path.join(folder, "reference.md"), referenceText(book));
}

function format(folder: string): void {
  const biome = path.join(repository, "node_modules", "@biomejs", "biome", "bin", "biome");
  const options = ["format", "--write", `--config-path=${repository}`, "--vcs-enabled=false", folder];
  execFileSync(process.execPath, [biome, ...options], { cwd: repository, stdio: ["ignore", "ignore", "pipe"] });
}
