import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Finds the project file of Pulumi for a folder: in the folder itself, or in the nearest one above. */
export function findProjectFile(
  folder: string,
  names: readonly string[] = ["Pulumi.yaml", "Pulumi.yml"],
): string | undefined {
  const file = names.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (file !== undefined || dirname(folder) === folder) return file;
  return findProjectFile(dirname(folder), names);
}
