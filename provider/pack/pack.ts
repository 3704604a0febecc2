import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { buildPackage } from "./build.ts";
import { writeDeclarations } from "./declarations.ts";
import { buildPlugin } from "./native/build.ts";
import type { PackedPackage } from "./packages.ts";

/** Writes an installable package to a folder and returns the path of its archive. */
export async function pack(one: PackedPackage, out: string): Promise<string> {
  const stage = join(out, one.folder);
  await buildPackage(one, stage);
  writeDeclarations(one, join(stage, "types"));
  if (one.plugin !== undefined) await buildPlugin(join(stage, "plugin"));
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", out], { cwd: stage, encoding: "utf8" });
  return join(out, packed.trim());
}
