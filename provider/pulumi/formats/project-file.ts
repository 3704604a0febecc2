import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Names that Pulumi accepts for a project file. */
export const projectFiles: readonly string[] = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** Finds the project file of Pulumi for a folder: in the folder itself, or in the nearest one above. */
export function findProjectFile(folder: string): string | undefined {
  const file = projectFiles.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (file !== undefined || dirname(folder) === folder) return file;
  return findProjectFile(dirname(folder));
}

/** The name of the project in a project file; undefined if it has none, or is no valid file. */
export function projectNameIn(file: string): string | undefined {
  const text = readFileSync(file, "utf8");
  if (!file.endsWith(".json")) return /^["']?name["']?\s*:\s*["']?([\w.-]+)/m.exec(text)?.[1];
  try {
    return String(JSON.parse(text).name ?? "") || undefined;
  } catch {
    return undefined;
  }
}
