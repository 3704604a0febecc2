import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";

const manifestSchema = z.looseObject({ name: z.string(), version: z.string(), license: z.string() });

/** A package whose code is included in the bundles. */
interface Included {
  name: string;
  version: string;
  license: string;
  /** The text of its license. */
  text: string;
}

/** Returns the packages of these files. A package without a license text stops the build. */
export function includedPackages(files: readonly string[]): Included[] {
  const folders = [...new Set(files.map(packageFolder))].sort();
  return folders.map((folder) => {
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    if (file === undefined) throw new Error(`The package ${manifest.name} has no license file, and is in a bundle.`);
    const { name, version, license } = manifest;
    return { name, version, license, text: readFileSync(join(folder, file), "utf8").trim() };
  });
}

/** Writes the notices to the folder of a bundle of these files, if some belong to other packages. */
export function writeNotices(folder: string, files: readonly string[]): void {
  const others = files.filter((file) => file.includes("node_modules"));
  if (others.length === 0) return;
  writeFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), noticesText(basename(folder), includedPackages(others)));
}

/** The notices that are distributed with the bundles of a folder. */
export function noticesText(folder: string, included: readonly Included[]): string {
  const line = "-".repeat(80);
  const parts = included.map(
    ({ name, version, license, text }) => `${line}\n${name} ${version} (${license})\n${line}\n\n${text}\n`,
  );
  return `The files in ${folder}/ include code of these packages.\n\n${parts.join("\n")}`;
}

/** Returns the folder of the package.json that names the package: a folder further inside may have one that only sets a type. */
function packageFolder(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    if (existsSync(manifest) && manifestSchema.safeParse(JSON.parse(readFileSync(manifest, "utf8"))).success)
      return folder;
  }
  throw new Error(`"${file}" belongs to no package.`);
}
