import { sameOrigin } from "../../client/evidence/origin.ts";
import { platformKey } from "../../client/platform-id.ts";
import { isSameResource, objectsOf, typeOf } from "../../pulumi/formats/composite.ts";
import { typeInWords } from "../../pulumi/formats/type-token.ts";
import { nameOfUrn, sharedUrn, stackOfUrn } from "../../pulumi/formats/urn.ts";
import { isUnreadable } from "../../values/unreadable.ts";
import { endedRunAt } from "../backend/ended-runs.ts";
import { originOf, ownResources } from "../backend/objects-in-state.ts";
import type { Context } from "../handler/handler.ts";
import { accountOf } from "../records/create-record-file.ts";
import { disk } from "../records/disk.ts";
import { isOfAccount } from "../records/record-file.ts";
import { type OtherRecord, recordsOf } from "../records/recorded-creations.ts";

/** Files of records that this process has reported, or that belong to resources in state. */
const settled = new Set<string>();

/**
 * Records by stack, as the first resource that asked found them. A run that creates a thousand resources leaves a thousand
 * records, which the next run must not read again for each resource. Records that this process adds belong to resources that the
 * program declares.
 */
const found = new Map<string, Promise<OtherRecord[]>>();

/** The operation that asks, on a resource of the stack. */
type Asker = Pick<Context, "urn" | "ownership" | "client">;

/**
 * Returns warnings about interrupted creations that an update does not resume: of resources that the program no longer declares,
 * or that the engine never reaches or has not reached yet. The engine does not warn of these if it refreshes first, or if only
 * the provider has died.
 *
 * @param heldId Id that the resource itself has in state. A record with another id belongs to its interrupted replacement.
 */
export function notResumedTexts(asker: Asker, heldId?: string): Promise<string[]> {
  return textsOf(asker, { remedy: resumedText, heldId });
}

/**
 * Returns warnings about interrupted creations of a stack, for refresh and destroy: neither sees such a resource, since it is in
 * no state. Other resources of the stack report each record, once per process.
 */
export function unfinishedTexts(asker: Asker, heldId?: string): Promise<string[]> {
  return textsOf(asker, { remedy: unseenText, heldId });
}

interface Asked {
  remedy: string;
  heldId: string | undefined;
}

async function textsOf(asker: Asker, { remedy, heldId }: Asked): Promise<string[]> {
  const { urn, ownership } = asker;
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
  // Cheapest conditions first: each of a thousand resources checks a thousand records.
  const open = (await records).filter(isOpen);
  for (const { file } of open) settled.add(file);
  const certain = open.filter(({ isUnfinished }) => isUnfinished);
  return [...certain, ...(await inNoState(asker, open))].map((one) => textOf(one, isOwn(one) ? replacedText : remedy));
}

/** A record with the id from the platform's response. */
type Answered = OtherRecord & { id: string };

/**
 * Returns records with a response whose object is in no state, and forgets those whose resource has its object in state. Most
 * records with a response belong to resources that came into state in the same run, but a process that was killed between response
 * and state leaves one, too.
 */
async function inNoState(asker: Asker, open: readonly OtherRecord[]): Promise<OtherRecord[]> {
  const answered = open.filter((one): one is Answered => !one.isUnfinished && one.id !== undefined);
  if (answered.length === 0) return [];
  const { urn, ownership, client } = asker;
  const state = await ownership.backend.stateOf(urn);
  // The warning is omitted: the record stays, and the next run that can read the state reports it.
  if (isUnreadable(state)) return [];
  const account = await accountOf(client);
  const origin = { platform: platformKey(client.settings.baseUrl), ...(account !== undefined && { client: account }) };
  const isOfThisAccount = (one: OtherRecord) => isOfAccount(one, client.settings.baseUrl, account);
  const holders = Map.groupBy(
    ownResources(state).flatMap((resource) => {
      const same = sameOrigin(originOf(state, resource), origin);
      return objectsOf(resource).map(({ type, id }) => ({ urn: resource.urn, same, key: `${type} ${id}` }));
    }),
    ({ key }) => key,
  );
  const holdersOf = (one: Answered) => holders.get(`${typeOf(one.urn)} ${one.id}`) ?? [];
  // Here at once: a thousand resources would each read the folder, and their own record, to forget it.
  const complete = answered.filter(
    (one) =>
      isOfThisAccount(one) &&
      holdersOf(one).some((holder) => isSameResource(holder.urn, one.urn) && holder.same === "yes"),
  );
  await Promise.all(complete.map(({ file }) => disk().remove(file)));
  // Ids start at the same number in each account, and only the file name of a record identifies its account.
  const isHeld = (one: Answered) =>
    holdersOf(one).some(
      (holder) => isSameResource(holder.urn, one.urn) || holder.same !== (isOfThisAccount(one) ? "no" : "yes"),
    );
  const missing = answered.filter((one) => !isHeld(one));
  // The resource may have been deleted meanwhile: its record is removed before it leaves the state.
  const left = missing.length === 0 ? [] : await recordsOf(stackOfUrn(urn));
  const kept = missing.filter((one) => left.some(({ file, id }) => file === one.file && id === one.id));
  // The stack may have been renamed since: then another stack has what was created under this name.
  const owners = await ownership.whoseAll(
    kept.map(({ urn: created, id }) => ({ origin, kind: typeOf(created), id })),
    { urn, reach: "backend", isEarlier: true },
  );
  const unknown = kept.filter((one, index) => {
    const owner = owners[index];
    return !(isOfThisAccount(one) && owner !== undefined && !isUnreadable(owner) && owner.is === "other");
  });
  return withoutComplete(unknown, asker);
}

/**
 * Leaves out, and forgets, creations whose run has succeeded: their objects were in state. Since then another machine, which does not
 * have the record, has deleted or replaced them, or somebody has removed them from the state.
 */
async function withoutComplete(records: readonly Answered[], { urn, ownership }: Asker): Promise<Answered[]> {
  const left: Answered[] = [];
  for (const one of records) {
    const { at, earlier = [] } = one.facts;
    const isOnly = typeof at === "number" && Array.isArray(earlier) && earlier.length === 0;
    const run = isOnly ? await endedRunAt(ownership.backend, urn, at) : undefined;
    if (run !== undefined && !isUnreadable(run) && run.result === "succeeded") await disk().remove(one.file);
    else left.push(one);
  }
  return left;
}

function textOf({ urn, file, id, isSealed }: OtherRecord, remedy: string): string {
  const made =
    id === undefined || isSealed ? "what it has created" : `${typeInWords(typeOf(urn))} ${id}, which it has created,`;
  return `The creation of "${nameOfUrn(urn)}" in this stack was interrupted, and ${made} is in no state: ${remedy}; or check what was created on the platform, and remove the record ${file}.`;
}

const replacedText = "pulumi up continues with it only where it replaces the resource (--replace, with its URN)";

const unseenText = "neither refresh nor destroy sees it. Run pulumi up, which finds it, before pulumi destroy";

const resumedText =
  "this run finds it only if the program still declares it. If not, declare it again and run pulumi up";
