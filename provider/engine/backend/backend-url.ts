import { readFileSync } from "node:fs";
import { findProjectFile } from "../../pulumi/formats/project-file.ts";

/** URL of the backend of a project, as environment or project name it; empty: that of the user's login. */
export function backendUrl(folder: string, { PULUMI_BACKEND_URL: given }: NodeJS.ProcessEnv): string {
  const url = given !== undefined && given !== "" ? given : urlIn(projectFileOf(folder));
  // The parameters of a folder say how it is written, not which it is.
  return url.replace(/^(file:[^?]*)\?.*/, "$1");
}

/** A backend of one organization, in which the name of a stack and its project identify it. */
export function isSelfManaged(url: string): boolean {
  return url !== "" && !/^https?:/.test(url);
}

function urlIn(file: string | undefined): string {
  return file === undefined ? "" : (/^\s*url:\s*(\S+)/m.exec(readFileSync(file, "utf8"))?.[1] ?? "");
}

export function projectFileOf(folder: string): string | undefined {
  return findProjectFile(folder, ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"]);
}
