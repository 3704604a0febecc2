import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { buildPackage } from "./build.ts";
import { writeDeclarations } from "./declarations.ts";
import { buildPlugin } from "./native/build.ts";
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
  await buildPackage(one, stage);
  writeDeclarations(one, join(stage, "types"));
  if (one.plugin !== undefined) await buildPlugin(join(stage, "plugin"));
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", out], { cwd: stage, encoding: "utf8" });
  return packed.trim();
}
