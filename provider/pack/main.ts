import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildPlugin } from "../native/build.ts";
import { writeDeclarations } from "./declarations.ts";
import { writeEntryPoints } from "./entry-points.ts";
import { buildJavaScript } from "./javascript.ts";
import { writeManifest } from "./manifest.ts";
import { type PackedPackage, packages, root } from "./packages.ts";

/**
 * `npm run pack`: writes installable packages to `dist/`. In the checkout Node runs the TypeScript itself; below
 * `node_modules` it does not, so what is installed must be JavaScript.
 */
const out = join(root, "dist");

rmSync(out, { recursive: true, force: true });
for (const one of packages) console.log(join("dist", await pack(one)));

async function pack(one: PackedPackage): Promise<string> {
  const stage = join(out, one.folder);
  mkdirSync(stage, { recursive: true });
  copyOthers(one, stage);
  const built = await buildJavaScript(one, stage);
  writeDeclarations(one, join(stage, "types"));
  writeEntryPoints(one, built, stage);
  if (one.plugin !== undefined) await buildPlugin(join(stage, "plugin"));
  writeManifest(one, built.uses, stage);
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", out], { cwd: stage, encoding: "utf8" });
  return packed.trim();
}

/** Pages, seeds and styles go along as they are; beside the code where that reads them. */
function copyOthers(one: PackedPackage, stage: string): void {
  const source = join(root, one.folder);
  const target = one.keepsModules === true ? join(stage, "lib", one.folder) : stage;
  const others = globSync("**/*.*", {
    cwd: source,
    exclude: ["**/node_modules/**", "**/*.ts", "pack/**", "build/**", "native/**", "package.json"],
  });
  for (const file of others) cpSync(join(source, file), join(file.endsWith(".md") ? stage : target, file));
  cpSync(join(root, "LICENSE"), join(stage, "LICENSE"));
}
