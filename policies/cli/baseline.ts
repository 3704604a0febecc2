import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";
import { CheckError } from "./error.ts";
import { type Finding, ofKind, type Report } from "./report.ts";

/** Existing violations, so that a pipeline fails only on new ones. A violation that gets worse has a different message. */
const baselineSchema = z.strictObject({
  version: z.literal(1),
  violations: z.array(
    z.strictObject({ pack: z.string(), rule: z.string(), resource: z.string(), type: z.string(), message: z.string() }),
  ),
});

type Entry = z.output<typeof baselineSchema>["violations"][number];

/** Writes the violations of a report as a baseline. */
export async function writeBaseline(file: string, report: Report): Promise<void> {
  if (report.errors.length > 0)
    throw new CheckError(
      `The baseline "${file}" was not written, because not everything was evaluated: ${report.errors[0]}`,
      "CP5006",
    );
  const violations = ofKind(report, "violation").map(entryOf);
  try {
    await writeFile(file, `${JSON.stringify({ version: 1, violations }, undefined, 2)}\n`);
  } catch (error) {
    throw new CheckError(
      `The baseline "${file}" could not be written: ${error instanceof Error ? error.message : error}`,
      "CP5006",
    );
  }
}

/** Marks violations that are in the baseline, which then do not count. Notes how many entries match nothing. */
export async function applyBaseline(file: string, report: Report): Promise<void> {
  const left = (await readBaseline(file)).map(keyOf);
  for (const finding of ofKind(report, "violation")) {
    const index = left.indexOf(keyOf(entryOf(finding)));
    if (index < 0) continue;
    left.splice(index, 1);
    finding.kind = "baseline";
  }
  if (left.length > 0 && report.errors.length === 0)
    report.notes.push(
      `The baseline "${file}" has ${left.length} ${left.length === 1 ? "violation" : "violations"} that no longer exist; write it again with --write-baseline.`,
    );
}

async function readBaseline(file: string): Promise<Entry[]> {
  try {
    return baselineSchema.parse(JSON.parse(await readFile(file, "utf8"))).violations;
  } catch (error) {
    const reason = error instanceof z.ZodError ? "it is not a baseline of this command" : String(error);
    throw new CheckError(
      `The baseline "${file}" could not be read: ${reason}. Write it with --write-baseline ${file}.`,
      "CP5006",
    );
  }
}

function entryOf({ pack, rule, resource, type, message }: Finding): Entry {
  return { pack, rule, resource, type, message };
}

function keyOf(entry: Entry): string {
  return JSON.stringify(Object.values(entry));
}
