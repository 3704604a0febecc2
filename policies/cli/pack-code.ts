import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { folderHash } from "@cloudplatform/pulumi/values";

/**
 * Hash of the files of policy packs and of their configurations: an edited pack keeps its name and version. A pack's dependencies
 * are pinned by its lock file.
 */
export async function codeOf(folders: readonly string[], configurations: readonly unknown[]): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify(configurations));
  for (const folder of folders) hash.update(await folderHash(resolve(folder)));
  return `sha256:${hash.digest("hex").slice(0, 16)}`;
}
