import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Names that Pulumi accepts for a project file. */
const names = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** Finds the project file of Pulumi for a folder: in the folder itself, or in the nearest one above. */
export function findProjectFile(folder: string): string | undefined {
  const file = names.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (file !== undefined || dirname(folder) === folder) return file;
  return findProjectFile(dirname(folder));
}
