import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The file of the Pulumi project that a folder belongs to: in it, or in the nearest folder above. */
export function findProjectFile(
  folder: string,
  names: readonly string[] = ["Pulumi.yaml", "Pulumi.yml"],
): string | undefined {
  const file = names.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (file !== undefined || dirname(folder) === folder) return file;
  return findProjectFile(dirname(folder), names);
}
