import { partKey } from "../../pulumi/formats/composite.ts";
import { isNativeToken } from "../../pulumi/formats/type-token.ts";
import { typeOfUrn } from "../../pulumi/formats/urn.ts";
import { plain } from "../../values/plain.ts";
import type { Properties } from "../../values/properties.ts";
import { isUnreadable, type Readable, type Unreadable } from "../../values/unreadable.ts";
import { OperationError } from "../handler/errors.ts";
import type { Context, CreateContext } from "../handler/handler.ts";
import type { ObjectKey, Owner } from "../handler/ownership.ts";
import { askedOf } from "../records/record-facts.ts";
import { managingAdvice } from "./create-once-messages.ts";
import { requestersOf } from "./open-requests.ts";
import { objectOf } from "./ownership.ts";

/** An object that an operation is about to adopt, keep or delete. */
export interface Subject {
  /** Names the operation in messages: `Creating Kubernetes cluster "edge-1"`. */
  what: string;
  /** Kind of the object: `Kubernetes cluster`. */
  noun: string;
  id: string;
}

/** Returns the owner of an object, for an operation that must not continue without knowing it. */
export function known(owner: Readable<Owner>, subject: Subject): Owner {
  if (isUnreadable(owner)) throw unreadableError(owner, subject);
  return owner;
}

export function unreadableError({ text }: Unreadable, { what, noun, id }: Subject): OperationError {
  return new OperationError(
    `${what} stopped: it is not known whose ${noun} ${id} is, because Pulumi's backend could not be read: ${text}. Nothing more was sent. Make sure that the command in parentheses works in this project, then run again.`,
    "CP2124",
  );
}

/** Whether the resource that asks may take an object as its own. */
export function isFree(owner: Owner): boolean {
  return owner.is === "nobody" || (owner.is === "self" && !owner.isInState);
}

/** The object of an interrupted creation that is on record. */
interface Recorded extends Subject {
  inputs: object;
  /** What to do instead of an import, after "to have": `your own, choose another name`. */
  alternativeText: string;
}

/**
 * Returns why a creation must not be resumed: another stack of the backend has the object, or may have it. The record of an
 * interrupted creation keeps the name that the stack had then, so a new stack of that name finds it after `pulumi stack rename`.
 */
export async function elsewhereError(
  recorded: Recorded,
  { record, client, ownership }: CreateContext,
): Promise<OperationError | undefined> {
  const { what, noun, id, inputs, alternativeText } = recorded;
  const { at } = record.previous ?? {};
  const owner = known(
    await ownership.whose(await objectOf(client, record.urn, id), {
      ...{ urn: record.urn, reach: "backend", asked: askedOf(record) ?? plain(inputs) },
      since: typeof at === "number" ? at : 0,
    }),
    recorded,
  );
  if (owner.is !== "other" && owner.is !== "uncertain") return undefined;
  const seen =
    owner.is === "other"
      ? `${capitalized(owner.who)} has it in state.`
      : `Stack ${owner.stack} has it, or has requested it.`;
  return new OperationError(
    `${what} stopped: an earlier run has created ${noun} ${id} for a resource of this name. ${seen} Nothing was sent. To manage it here, ${managingAdvice(owner, record.urn, id)}; to have ${alternativeText}.`,
    "CP2116",
  );
}

/** Returns {@link managingAdvice} for an object that the platform has, which is asked for only when an operation stops at it. */
export async function managingAdviceOf(
  object: ObjectKey,
  { urn, ownership }: Pick<Context, "urn" | "ownership">,
): Promise<string> {
  return managingAdvice(await ownership.whose(object, { urn, reach: "backend", isEarlier: true }), urn, object.id);
}

/** Starts a sentence with the name of a stack or a URN. */
function capitalized(who: string): string {
  return who.replace(/^stack /, "Stack ");
}

/**
 * Refuses to import an object that another resource has: a resource of the program that imports it, too, a resource that the
 * other provider creates in the same run or continues to create, a resource of this stack, or a resource of another stack, which may
 * be creating it now. No alias can move an object between a template and a rule of a set: there, a resource that the program no
 * longer declares gives up the object.
 *
 * @param options.isStep The engine goes on with the program meanwhile, and may reach the other resource. Without a preview, it may
 * be too late to refuse when it does: the object is in state twice by then.
 */
export async function refuseImported(
  subject: Subject,
  inputs: Properties,
  { client, urn, ownership }: Context,
  { isStep }: { isStep: boolean },
): Promise<void> {
  const object = await objectOf(client, urn, subject.id);
  const twin = ownership.imports(object, urn);
  if (twin !== undefined) throw importedError(subject, `${twin} imports it, too`, "Import it once");
  const isServedWith = (other: string) => isNativeToken(typeOfUrn(other)) === isNativeToken(typeOfUrn(urn));
  const requesters = await requestersOf(object, { urn, client });
  const maker = requesters.find((one) => one.isOfOtherProvider);
  if (maker !== undefined) throw importedError(subject, `${maker.urn} of this program has it`, ownStack);
  const interrupted = requesters.find((one) => one.isUnfinished && !isServedWith(one.urn));
  if (interrupted !== undefined)
    throw importedError(subject, `an interrupted run has requested it for ${interrupted.urn}`, unfinished(interrupted));
  const question = { urn, reach: "backend", isEarlier: true } as const;
  const owner = known(await ownership.whose(object, question), subject);
  if (owner.is === "uncertain") throw importedError(subject, `stack ${owner.stack} may have it in state`, otherStack);
  if (isFree(owner)) {
    // With this `since`, only stacks with an update in progress are considered.
    const ongoing = { ...question, since: Number.POSITIVE_INFINITY, asked: plain(inputs) };
    const creator = known(await ownership.whose(object, ongoing), subject);
    if (creator.is === "uncertain")
      throw importedError(subject, `stack ${creator.stack} may be creating it`, ongoingRun);
  }
  if (owner.is !== "other") return;
  if (owner.urn === undefined) throw importedError(subject, `${owner.who} has it in state`, otherStack);
  // Whether the program declares the other resource is unknown until the engine reaches it, and the engine never reaches a
  // resource that is not a target (--target).
  if (partKey(urn) === undefined && partKey(owner.urn) === undefined)
    throw importedError(subject, `${owner.urn} of this stack has it in state`, sameType);
  const isServed = isServedWith(owner.urn);
  const sleep = (ms: number) => client.sleep(ms, "The import");
  if (isServed && isStep && (await ownership.reached(owner.urn, sleep)) === "failed")
    throw importedError(subject, `${owner.urn} of this stack has it in state`, afterFailure);
  if (ownership.isDeclared(owner.urn)) throw importedError(subject, `${owner.urn} of this program has it`, ownStack);
  // Each of the two providers of a program knows only the resources that it serves.
  if (!isServed)
    throw importedError(subject, `${owner.urn} has it in state, which the other provider serves`, otherProvider);
}

const sameType =
  "Where the two are one resource, give the new one the option aliases instead of import; where they are not, remove that one with pulumi state delete first";

const otherProvider =
  "Where the two are one resource, use the option aliases; where the program no longer declares that one, remove it with pulumi state delete first";

const afterFailure =
  "Whether the program still declares that resource is not known, because the run has failed before: run again without the other error";

const ongoingRun =
  "Its update goes on: run again when it has ended, and after a kill end it with pulumi cancel. When it is not that stack's then, it can be imported";

const unfinished = ({ file }: { file: string }) =>
  `The other provider serves that resource, and continues with the object if the program declares it. Run pulumi up without this import; where the program no longer declares that resource, remove the record ${file} first`;

const otherStack =
  "Move the resource to this stack with pulumi state move; or, where nothing manages it there any more, remove it there with pulumi state delete";

const ownStack =
  "To move the object, remove that resource from the program in the same change (a rule of a set: list its key in released); to rename the resource, use the option aliases instead of import";

function importedError({ what, noun, id }: Subject, seen: string, remedy: string): OperationError {
  return new OperationError(
    `${what} was refused: ${noun} ${id} belongs to another resource: ${seen}. An object belongs to one resource. ${remedy}.`,
    "CP2125",
  );
}

/** Refuses a resource whose object another resource of the program imports: either of the two may be checked first. */
export function refuseImporter(what: string, noun: string, object: ObjectKey, { urn, ownership }: Context): void {
  const importer = ownership.importerOf(object);
  if (importer === undefined || importer === urn) return;
  const seen = `this resource has it in state, and ${importer} of the same program imports it`;
  throw importedError({ what, noun, id: object.id }, seen, ownStack);
}
