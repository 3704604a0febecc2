import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { backendUrl, projectFileOf } from "../backend/backend-url.ts";

/** The folder of the records, and what identifies those of one project in it. */
export interface IntentFolder {
  path: string;
  /** Empty where the folder belongs to one project only. */
  owner: string;
}

/** Working folders that the Automation API makes for an inline program; each run has another one. */
const temporaryProject = /^(automation-|pulumi_auto|pulumi-auto)/;

/** That of this process's project, which is looked for once. */
let ofProject: IntentFolder | undefined;

/**
 * `CLOUDPLATFORM_INTENT_DIR`; else `.cloudplatform/intents` beside the project's Pulumi.yaml. The project of an inline
 * program is a temporary folder that the next run does not see: its records stand in Pulumi's home folder.
 */
export function intentFolder(): IntentFolder {
  const given = givenFolder(process.env);
  if (given !== undefined) return given;
  ofProject ??= projectIntents(process.cwd(), process.env);
  return ofProject;
}

/** The folder of the project that a folder belongs to. */
export function intentFolderOf(start: string, environment: NodeJS.ProcessEnv = process.env): IntentFolder {
  return givenFolder(environment) ?? projectIntents(start, environment);
}

function givenFolder({ CLOUDPLATFORM_INTENT_DIR: given = "" }: NodeJS.ProcessEnv): IntentFolder | undefined {
  return given === "" ? undefined : { path: given, owner: "" };
}

function projectIntents(start: string, environment: NodeJS.ProcessEnv): IntentFolder {
  const project = projectFolder(start);
  if (!temporaryProject.test(basename(project))) return { path: join(project, ".cloudplatform", "intents"), owner: "" };
  const home = environment.PULUMI_HOME ?? join(homedir(), ".pulumi");
  return { path: join(home, "cloudplatform", "intents"), owner: backendUrl(project, environment) };
}

function projectFolder(start: string): string {
  const file = projectFileOf(start);
  return file === undefined ? start : dirname(file);
}
