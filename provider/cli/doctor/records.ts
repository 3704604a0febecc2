import { intentFolderOf } from "../../engine/records/record-folder.ts";
import { recordsIn } from "../../engine/records/recorded-creations.ts";
import { type Finding, ok, problem } from "./finding.ts";

/** Records of interrupted creates of a project on this machine. */
export async function recordFindings(folder: string, environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { records, problems } = await recordsIn(intentFolderOf(folder, environment).path);
  const unfinished = records.filter(({ isUnfinished }) => isUnfinished);
  return [
    ...problems.map((seen) => problem("record", seen, "Check what was created on the platform, then remove the file.")),
    ...unfinished.map(({ urn, file, id }) =>
      problem(
        "record",
        `the creation of ${urn} was interrupted${id === undefined ? "" : `; the platform returned id ${id}`} (${file})`,
        "Run `pulumi up` in the stack of that resource: it finds the object, or stops and names it.",
      ),
    ),
    ...(problems.length + unfinished.length === 0 ? [ok("records", "no interrupted creation")] : []),
  ];
}
