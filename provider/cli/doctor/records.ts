import { constants, existsSync } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { recordFolderOf } from "../../engine/records/record-folder.ts";
import { recordsIn } from "../../engine/records/recorded-creations.ts";
import { type Finding, ok, problem } from "./finding.ts";

/** Records of interrupted creates of a project on this machine, and whether new ones can be written. */
export async function recordFindings(folder: string, environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { path } = recordFolderOf(folder, environment);
  const { records, problems } = await recordsIn(path);
  const obstacle = await obstacleTo(resolve(folder, path));
  const unfinished = records.filter(({ isUnfinished }) => isUnfinished);
  return [
    ...(obstacle === undefined
      ? []
      : [
          problem(
            "records",
            `the create journal cannot be written to ${path}: ${obstacle}. Every creation stops before its request`,
            "Make the folder writable or free disk space, or set CLOUDPLATFORM_INTENT_DIR to another folder.",
          ),
        ]),
    ...problems.map((seen) => problem("record", seen, "Check what was created on the platform, then remove the file.")),
    ...unfinished.map(({ urn, file, id }) =>
      problem(
        "record",
        `the creation of ${urn} was interrupted${id === undefined ? "" : `; the platform returned id ${id}`} (${file})`,
        "Run `pulumi up` in the stack of that resource: it finds the object, or stops and names it.",
      ),
    ),
    ...(obstacle === undefined && problems.length + unfinished.length === 0
      ? [ok("records", "no interrupted creation")]
      : []),
  ];
}

/** Why a file cannot be created in a folder that may not exist yet. Creates nothing, so a quota or a full inode table stays unseen. */
async function obstacleTo(path: string): Promise<string | undefined> {
  let there = path;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  if (!(await stat(there)).isDirectory()) return `${there} is not a folder`;
  try {
    await access(there, constants.W_OK);
  } catch (error) {
    return (error as Error).message;
  }
  const { blocks, bavail } = await statfs(there);
  // Pseudo file systems have no blocks at all.
  return blocks > 0 && bavail === 0 ? "no space left on the disk" : undefined;
}
