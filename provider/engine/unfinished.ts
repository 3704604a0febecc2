import { type OtherRecord, recordsBeside } from "./intent.ts";
import { stackIds, typeOf } from "./stack-state.ts";
import { nameOfUrn } from "./urn.ts";

/** Files of records that this process has reported, or that belong to resources in state. */
const settled = new Set<string>();

/** Resources that this process itself creates: their creation is in progress. */
const begun = new Set<string>();

/** Remembers that a creation of this process has begun. */
export function creationBegins(urn: string): void {
  begun.add(urn);
}

/**
 * Warnings about interrupted creations of a stack. Refresh and destroy never see such a resource, since it is in
 * no state. Other resources of the stack report each record once in a process.
 */
export async function unfinishedTexts(urn: string): Promise<string[]> {
  const open = (await recordsBeside(urn)).filter((one) => !settled.has(one.file) && !begun.has(one.urn));
  for (const { file } of open) settled.add(file);
  const certain = open.filter(({ isUnfinished }) => isUnfinished);
  return [...certain, ...(await notInState(urn, open))].map(textOf);
}

/**
 * Records of which the platform has answered: most of them are of resources that came into state with the same run. A
 * process that was killed between the response and the state leaves one, too.
 */
async function notInState(urn: string, open: readonly OtherRecord[]): Promise<OtherRecord[]> {
  const answered = open.filter(({ isUnfinished, id }) => !isUnfinished && id !== undefined);
  if (answered.length === 0) return [];
  const ids = await stackIds(urn);
  if (ids === undefined) return [];
  const missing = answered.filter((one) => !ids.has(`${typeOf(one.urn)} ${one.id}`));
  // Deleted meanwhile: its record goes before the state forgets it.
  const left = missing.length === 0 ? [] : await recordsBeside(urn);
  return missing.filter((one) => left.some(({ file, id }) => file === one.file && id === one.id));
}

function textOf({ urn, file, id }: OtherRecord): string {
  const made = id === undefined ? "what it has created" : `${id}, which it has created,`;
  return `The creation of "${nameOfUrn(urn)}" in this stack was interrupted, and ${made} is in no state: neither refresh nor destroy sees it. Run pulumi up, which finds it, before pulumi destroy; or see on the platform what was created, and remove the record ${file}.`;
}
