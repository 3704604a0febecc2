import { objectsOf, typeOf } from "../../pulumi/formats/composite.ts";
import { nameOfUrn, sharedUrn, stackOfUrn } from "../../pulumi/formats/urn.ts";
import { isUnreadable } from "../../values/unreadable.ts";
import { ownResources } from "../backend/objects-in-state.ts";
import type { Backend } from "../handler/backend.ts";
import type { Ownership } from "../handler/ownership.ts";
import { disk } from "../records/disk.ts";
import { type OtherRecord, recordsOf } from "../records/recorded-creations.ts";

/** Files of records that this process has reported, or that belong to resources in state. */
const settled = new Set<string>();

/**
 * Records by stack, as the first resource that asks has found them: a run that creates a thousand resources leaves a thousand,
 * which the next one must not read for each of them. What this process adds is of resources that it declares.
 */
const found = new Map<string, Promise<OtherRecord[]>>();

/**
 * Warnings about interrupted creations that an update does not resume: of resources that the program no longer declares, or
 * that the engine does not come to, or not yet. The engine does not warn of them where it refreshes first, nor where the
 * provider alone has died.
 *
 * @param heldId Id that the resource itself has in state: a record of another one is of its interrupted replacement.
 */
export function notResumedTexts(ownership: Ownership, urn: string, heldId?: string): Promise<string[]> {
  return textsOf(ownership, urn, { remedy: resumedText, heldId });
}

/**
 * Warnings about interrupted creations of a stack. Refresh and destroy never see such a resource, since it is in
 * no state. Other resources of the stack report each record once in a process.
 */
export function unfinishedTexts(ownership: Ownership, urn: string, heldId?: string): Promise<string[]> {
  return textsOf(ownership, urn, { remedy: unseenText, heldId });
}

interface Asked {
  remedy: string;
  heldId: string | undefined;
}

async function textsOf(ownership: Ownership, urn: string, { remedy, heldId }: Asked): Promise<string[]> {
  const stack = stackOfUrn(urn);
  const records = found.get(stack) ?? recordsOf(stack);
  found.set(stack, records);
  const own = sharedUrn(urn);
  const isOwn = (one: OtherRecord) => sharedUrn(one.urn) === own;
  const isOpen = (one: OtherRecord) =>
    !one.isOfOtherProvider &&
    !settled.has(one.file) &&
    (isOwn(one) ? heldId !== undefined && one.id !== heldId : !ownership.isDeclared(one.urn)) &&
    disk().has(one.file);
  // The cheapest first: each of a thousand resources asks of a thousand records.
  const open = (await records).filter(isOpen);
  for (const { file } of open) settled.add(file);
  const certain = open.filter(({ isUnfinished }) => isUnfinished);
  return [...certain, ...(await notInState(ownership.backend, urn, open))].map((one) =>
    textOf(one, isOwn(one) ? replacedText : remedy),
  );
}

/**
 * Records of which the platform has answered: most of them are of resources that came into state with the same run. A
 * process that was killed between the response and the state leaves one, too.
 */
async function notInState(backend: Backend, urn: string, open: readonly OtherRecord[]): Promise<OtherRecord[]> {
  const answered = open.filter(({ isUnfinished, id }) => !isUnfinished && id !== undefined);
  if (answered.length === 0) return [];
  const state = await backend.stateOf(urn);
  // A warning too few: the record stays, and the next run that can read the state reports it.
  if (isUnreadable(state)) return [];
  const ids = new Set(
    ownResources(state)
      .flatMap(objectsOf)
      .map(({ type, id }) => `${type} ${id}`),
  );
  const missing = answered.filter((one) => !ids.has(`${typeOf(one.urn)} ${one.id}`));
  // Deleted meanwhile: its record goes before the state forgets it.
  const left = missing.length === 0 ? [] : await recordsOf(stackOfUrn(urn));
  return missing.filter((one) => left.some(({ file, id }) => file === one.file && id === one.id));
}

function textOf({ urn, file, id, isSealed }: OtherRecord, remedy: string): string {
  const made = id === undefined || isSealed ? "what it has created" : `${id}, which it has created,`;
  return `The creation of "${nameOfUrn(urn)}" in this stack was interrupted, and ${made} is in no state: ${remedy}; or check what was created on the platform, and remove the record ${file}.`;
}

const replacedText = "pulumi up continues with it only where it replaces the resource (--replace, with its URN)";

const unseenText = "neither refresh nor destroy sees it. Run pulumi up, which finds it, before pulumi destroy";

const resumedText =
  "this run finds it only if the program still declares it. If not, declare it again and run pulumi up";
