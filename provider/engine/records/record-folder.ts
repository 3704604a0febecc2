import { basename, dirname, join } from "node:path";
import { findProjectFile } from "../../pulumi/formats/project-file.ts";
import { backendUrl } from "../backend/backend-url.ts";
import { pulumiHome } from "../backend/pulumi-home.ts";

/** The folder of the records, and what identifies the records of one project in it. */
interface RecordFolder {
  path: string;
  /** Empty if the folder belongs to one project only. */
  owner: string;
}

/** Working folders that the Automation API creates for an inline program, a new one for each run. */
const temporaryProject = /^(automation-|pulumi_auto|pulumi-auto)/;

/** The folder of this process's project, which is searched for once. */
let ofProject: RecordFolder | undefined;

/**
 * Returns `CLOUDPLATFORM_INTENT_DIR`, or else `.cloudplatform/intents` beside the project's Pulumi.yaml. The project of an inline
 * program is a temporary folder that the next run does not see, so its records are in Pulumi's home folder.
 */
export function recordFolder(): RecordFolder {
  const given = givenFolder(process.env);
  if (given !== undefined) return given;
  ofProject ??= projectRecords(process.cwd(), process.env);
  return ofProject;
}

/** Returns the folder for the project that contains a folder. */
export function recordFolderOf(start: string, environment: NodeJS.ProcessEnv = process.env): RecordFolder {
  return givenFolder(environment) ?? projectRecords(start, environment);
}

function givenFolder({ CLOUDPLATFORM_INTENT_DIR: given = "" }: NodeJS.ProcessEnv): RecordFolder | undefined {
  return given === "" ? undefined : { path: given, owner: "" };
}

function projectRecords(start: string, environment: NodeJS.ProcessEnv): RecordFolder {
  const project = projectFolder(start);
  const home = temporaryProject.test(basename(project)) ? pulumiHome(environment) : undefined;
  if (home === undefined) return { path: join(project, ".cloudplatform", "intents"), owner: "" };
  return { path: join(home, "cloudplatform", "intents"), owner: backendUrl(project, environment) };
}

function projectFolder(start: string): string {
  const file = findProjectFile(start);
  return file === undefined ? start : dirname(file);
}
