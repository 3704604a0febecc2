import { readFileSync } from "node:fs";
import { findProjectFile } from "../../pulumi/formats/project-file.ts";

/** Returns the URL of a project's backend from the environment or the project file; empty: the backend of the user's login. */
export function backendUrl(folder: string, { PULUMI_BACKEND_URL: given }: NodeJS.ProcessEnv): string {
  const url = given !== undefined && given !== "" ? given : urlIn(findProjectFile(folder));
  // The parameters of a folder say how it is written, not which folder it is.
  return url.replace(/^(file:[^?]*)\?.*/, "$1");
}

/** Whether the backend has a single organization, so that project and stack name identify a stack. */
export function isSelfManaged(url: string): boolean {
  return url !== "" && !/^https?:/.test(url);
}

function urlIn(file: string | undefined): string {
  return file === undefined ? "" : (/^\s*"?url"?:\s*["']?([^\s"',]+)/m.exec(readFileSync(file, "utf8"))?.[1] ?? "");
}
