import { cpSync, globSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { writeEntryPoints } from "./entry-points.ts";
import { buildJavaScript } from "./javascript.ts";
import { writeManifest } from "./manifest.ts";
import { writeNotices } from "./notices.ts";
import { type PackedPackage, root } from "./packages.ts";

/** Writes everything of an installable package that can run to a folder: code, entry points, manifest and further files. */
export async function buildPackage(one: PackedPackage, stage: string): Promise<void> {
  mkdirSync(stage, { recursive: true });
  copyOthers(one, stage);
  const built = await buildJavaScript(one, stage);
  writeEntryPoints(one, built, stage);
  writeManifest(one, built.uses, stage);
  writeNotices(join(stage, "lib"), built.included);
}

/** Copies pages, seeds and styles unchanged, beside the code if the code reads them. */
function copyOthers(one: PackedPackage, stage: string): void {
  const source = join(root, one.folder);
  const target = one.keepsModules === true ? join(stage, "lib", one.folder) : stage;
  const others = globSync("**/*.*", {
    cwd: source,
    exclude: [
      "**/node_modules/**",
      "compile-cache",
      "{start,cli/start,values/check-node}.cjs",
      "**/*.ts",
      "pack/**",
      "build/**",
      "pulumi/native/**",
      "package.json",
    ],
  });
  for (const file of others) cpSync(join(source, file), join(file.endsWith(".md") ? stage : target, file));
  for (const document of (one.documents ?? []).flatMap(pagesOf)) cpSync(join(root, document), join(stage, document));
  cpSync(join(root, "LICENSE"), join(stage, "LICENSE"));
}

/** Returns a file itself; for a folder, its pages and the list of them for assistants. */
function pagesOf(document: string): string[] {
  if (document.endsWith(".md")) return [document];
  return globSync(`${document}/**/{*.md,llms.txt}`, { cwd: root, exclude: ["**/node_modules/**", "**/.vitepress/**"] });
}
