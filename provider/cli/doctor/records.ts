import { resolve } from "node:path";
import { disk } from "../../engine/records/disk.ts";
import { recordFolderOf } from "../../engine/records/record-folder.ts";
import { recordsIn } from "../../engine/records/recorded-creations.ts";
import { type Finding, ok, problem } from "./finding.ts";

/** Records of interrupted creates of a project on this machine, and whether new ones can be written. */
export async function recordFindings(folder: string, environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { path } = recordFolderOf(folder, environment);
  const { records, problems } = await recordsIn(path);
  const obstacle = await disk().obstacle(resolve(folder, path));
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
