import { platformKey } from "../../client/platform-id.ts";
import { isSameResource, objectsOf, typeOf } from "../../pulumi/formats/composite.ts";
import { nameOfUrn, sharedUrn, stackOfUrn } from "../../pulumi/formats/urn.ts";
import { isUnreadable } from "../../values/unreadable.ts";
import { originOf, ownResources, sameOrigin } from "../backend/objects-in-state.ts";
import type { Context } from "../handler/handler.ts";
import { disk } from "../records/disk.ts";
import { isOfAccount } from "../records/record-file.ts";
import { accountOf } from "../records/record-of.ts";
import { type OtherRecord, recordsOf } from "../records/recorded-creations.ts";

/** Files of records that this process has reported, or that belong to resources in state. */
const settled = new Set<string>();

/**
 * Records by stack, as the first resource that asks has found them: a run that creates a thousand resources leaves a thousand,
 * which the next one must not read for each of them. What this process adds is of resources that it declares.
 */
const found = new Map<string, Promise<OtherRecord[]>>();

/** Who asks: an operation of a resource of the stack. */
type Asking = Pick<Context, "urn" | "ownership" | "client">;

/**
 * Warnings about interrupted creations that an update does not resume: of resources that the program no longer declares, or
 * that the engine does not come to, or not yet. The engine does not warn of them where it refreshes first, nor where the
 * provider alone has died.
 *
 * @param heldId Id that the resource itself has in state: a record of another one is of its interrupted replacement.
 */
export function notResumedTexts(asking: Asking, heldId?: string): Promise<string[]> {
  return textsOf(asking, { remedy: resumedText, heldId });
}

/**
 * Warnings about interrupted creations of a stack. Refresh and destroy never see such a resource, since it is in
 * no state. Other resources of the stack report each record once in a process.
 */
export function unfinishedTexts(asking: Asking, heldId?: string): Promise<string[]> {
  return textsOf(asking, { remedy: unseenText, heldId });
}

interface Asked {
  remedy: string;
  heldId: string | undefined;
}

async function textsOf(asking: Asking, { remedy, heldId }: Asked): Promise<string[]> {
  const { urn, ownership } = asking;
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
  return [...certain, ...(await inNoState(asking, open))].map((one) => textOf(one, isOwn(one) ? replacedText : remedy));
}

/** A record of which the platform has answered. */
type Answered = OtherRecord & { id: string };

/**
 * Records of which the platform has answered: most of them are of resources that came into state with the same run. A
 * process that was killed between the response and the state leaves one, too.
 */
async function inNoState(asking: Asking, open: readonly OtherRecord[]): Promise<OtherRecord[]> {
  const answered = open.filter((one): one is Answered => !one.isUnfinished && one.id !== undefined);
  if (answered.length === 0) return [];
  const { urn, ownership, client } = asking;
  const state = await ownership.backend.stateOf(urn);
  // A warning too few: the record stays, and the next run that can read the state reports it.
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
  // Accounts count from the same ids, and a record names its account by its file alone.
  const isHeld = (one: Answered) =>
    holders
      .get(`${typeOf(one.urn)} ${one.id}`)
      ?.some((holder) => isSameResource(holder.urn, one.urn) || holder.same !== (isOfThisAccount(one) ? "no" : "yes"));
  const missing = answered.filter((one) => isHeld(one) !== true);
  // Deleted meanwhile: its record goes before the state forgets it.
  const left = missing.length === 0 ? [] : await recordsOf(stackOfUrn(urn));
  const kept = missing.filter((one) => left.some(({ file, id }) => file === one.file && id === one.id));
  // The stack may have been renamed since: another one has what was created under this name.
  const owners = await ownership.whoseAll(
    kept.map(({ urn: created, id }) => ({ origin, kind: typeOf(created), id })),
    { urn, reach: "backend", isEarlier: true },
  );
  return kept.filter((one, index) => {
    const owner = owners[index];
    return !(isOfThisAccount(one) && owner !== undefined && !isUnreadable(owner) && owner.is === "other");
  });
}

function textOf({ urn, file, id, isSealed }: OtherRecord, remedy: string): string {
  const made = id === undefined || isSealed ? "what it has created" : `${id}, which it has created,`;
  return `The creation of "${nameOfUrn(urn)}" in this stack was interrupted, and ${made} is in no state: ${remedy}; or check what was created on the platform, and remove the record ${file}.`;
}

const replacedText = "pulumi up continues with it only where it replaces the resource (--replace, with its URN)";

const unseenText = "neither refresh nor destroy sees it. Run pulumi up, which finds it, before pulumi destroy";

const resumedText =
  "this run finds it only if the program still declares it. If not, declare it again and run pulumi up";
