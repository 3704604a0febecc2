import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";

/**
 * Returns the SHA-256 of the files below a folder, by their paths and contents. `node_modules` and hidden folders and files are
 * left out. Links are followed.
 */
export async function folderHash(root: string, isIncluded: (file: string) => boolean = () => true): Promise<string> {
  const hash = createHash("sha256");
  for (const file of (await filesIn(root)).filter(isIncluded).sort()) {
    const content = createHash("sha256").update(await readFile(join(root, file)));
    hash.update(`${JSON.stringify(file)} ${content.digest("hex")}\n`);
  }
  return hash.digest("hex");
}

async function filesIn(root: string, folder = root, above: readonly string[] = []): Promise<string[]> {
  const files = (await readdir(folder)).map(async (name) => {
    if (name === "node_modules" || name.startsWith(".")) return [];
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile()) return [relative(root, path).replaceAll("\\", "/")];
    // A link to a folder above would be followed forever.
    const identity = found?.isDirectory() ? `${found.dev} ${found.ino}` : undefined;
    return identity === undefined || above.includes(identity) ? [] : filesIn(root, path, [...above, identity]);
  });
  return (await Promise.all(files)).flat();
}
