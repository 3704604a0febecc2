import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";

/**
 * Hash of the files of policy packs and of their configurations: a pack that is edited keeps its name and version. What a pack
 * has installed is bound by its lock file.
 */
export async function codeOf(folders: readonly string[], configurations: readonly unknown[]): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(configurations));
  for (const folder of folders)
    for (const file of (await filesIn(resolve(folder))).sort()) {
      const content = createHash("sha256").update(await readFile(join(resolve(folder), file)));
      hash.update(`${JSON.stringify(file)} ${content.digest("hex")}\n`);
    }
  return `sha256:${hash.digest("hex").slice(0, 16)}`;
}

async function filesIn(root: string, folder = root): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.map(async (entry) => {
    if (entry.name === "node_modules" || entry.name.startsWith(".")) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory()
      ? filesIn(root, path)
      : entry.isFile()
        ? [relative(root, path).replaceAll("\\", "/")]
        : [];
  });
  return (await Promise.all(files)).flat();
}
