import { platformKey } from "../../client/platform-id.ts";
import { partUrn, typeOf } from "../../pulumi/formats/composite.ts";
import { inParallel } from "../../values/in-parallel.ts";
import type { AnyHandler, Context } from "../handler/handler.ts";
import type { ObjectKey, Ownership } from "../handler/ownership.ts";
import { notesOf } from "../ownership/machine-notes.ts";
import { notResumedTexts, unfinishedTexts } from "../ownership/orphaned-creates.ts";
import { refuseImporter } from "../ownership/refusals.ts";
import { forgetRecord, recordOf } from "../records/create-record-file.ts";
import { mayHaveRecords } from "../records/recorded-creations.ts";
import type { OperationRunner } from "./operation-runner.ts";
import type { ChangeRequest, Deployed, OperationRequest } from "./request.ts";

/** Number of records that are processed at once: a process can open only some hundred files. */
const filesAtOnce = 32;

/** The objects that the engine has in state: their owners, the records that they complete, and creations still to be resumed. */
export class HeldObjects {
  readonly #runner: OperationRunner;
  readonly #ownership: Ownership;
  /** Objects that a creation of this process has found or set instead of creating another one, by resource and id. */
  readonly #wanted = new Set<string>();

  /** Objects with two entries in state, of which one was deleted. */
  readonly #dropped = new Set<string>();

  constructor(runner: OperationRunner, ownership: Ownership) {
    this.#runner = runner;
    this.#ownership = ownership;
  }

  get #handler(): AnyHandler {
    return this.#runner.handler;
  }

  /** Notes the object of a creation, which may be the one that the resource had before. */
  noteWanted(object: ObjectKey, urn: string): void {
    this.#wanted.add(`${urn} ${object.id}`);
    this.#ownership.set(object, urn);
  }

  /** Whether the object is from a creation of this run and no state has shown it since. */
  isWanted(urn: string, id: string): boolean {
    return this.#wanted.has(`${urn} ${id}`);
  }

  /** Whether no entry of the object in state was deleted since one was seen. */
  isFirstDeletion(urn: string, id: string): boolean {
    const key = `${urn} ${id}`;
    const isFirst = !this.#dropped.has(key);
    this.#dropped.add(key);
    return isFirst;
  }

  async seen(request: OperationRequest, deployed: Deployed, context: Context): Promise<void> {
    for (const known of [this.#wanted, this.#dropped]) known.delete(`${request.urn} ${deployed.id}`);
    await this.forget(request, deployed, context);
  }

  /** Forgets the record of a creation, also under the URN that the resource had when its state was written. */
  async forget({ urn }: OperationRequest, deployed: Deployed, { client }: Context): Promise<void> {
    if (!mayHaveRecords()) return;
    const urns = new Set([urn, deployed.urnInState ?? ""].filter((one) => one !== ""));
    for (const one of urns)
      await inParallel(this.#objectsOf(one, deployed), filesAtOnce, ({ urn, object }) =>
        forgetRecord(urn, client, object.id),
      );
  }

  /** Notes the owner of the objects of a resource that the engine has in state. */
  own(urn: string, deployed: Deployed): void {
    for (const { object, urn: owner } of this.#objectsOf(urn, deployed))
      if (this.#handler.parts === undefined) this.#ownership.set(object, owner);
      else this.#ownership.keep(object, owner);
  }

  /** Refuses imports of this resource's objects, except of those that it releases in this change. */
  refuseImporters({ inputs }: ChangeRequest, deployed: Deployed, context: Context): void {
    const { noun, partNoun = noun } = this.#handler;
    for (const { urn, object, key } of this.#objectsOf(context.urn, deployed))
      if (key === undefined || this.#handler.releases?.(inputs, key, object.id) !== true)
        refuseImporter(this.#runner.what("Comparing", context.urn), partNoun, object, { ...context, urn });
  }

  /** Leaves a note, so that a deletion in another process sees that the object may have another owner now. */
  async noteAdopted({ client, urn }: Context, id: string): Promise<void> {
    const notes = await notesOf(this.#handler.noun, await recordOf(urn, client), client, "");
    await notes.write(id);
  }

  /**
   * Warns of interrupted creations. Refresh and destroy never see such a resource, since it is in no state, so other resources of
   * the stack report it.
   */
  async warnOfUnfinished(context: Context, deployed: Deployed): Promise<void> {
    if (context.urn === "") return;
    const texts = await unfinishedTexts(context, this.#heldId(deployed)).catch(() => []);
    for (const text of texts) context.warn(text);
  }

  /**
   * Warns of interrupted creations that this run does not resume: an update resumes only what the program declares.
   * @param compared The resource in state, for a comparison; undefined: the operation changes the object.
   */
  async warnOfNotResumed(context: Context, compared?: Deployed): Promise<void> {
    if (context.urn === "") return;
    const heldId = compared && this.#heldId(compared);
    const texts = await notResumedTexts(context, heldId).catch(() => []);
    for (const text of texts) context.warn(text);
  }

  /** Returns the id of an object in state. Undefined while its creation is unfinished: the record is that creation's. */
  #heldId({ id, state }: Deployed): string | undefined {
    return this.#handler.isUnfinished?.(state) === true ? undefined : id;
  }

  /** Returns the objects of a resource in state, each with the URN of its record and owner. */
  #objectsOf(
    urn: string,
    { id, state, origin: inState }: Deployed,
  ): { urn: string; object: ObjectKey; key?: string }[] {
    const origin = inState ?? { platform: platformKey(this.#runner.client().settings.baseUrl) };
    const { parts } = this.#handler;
    if (parts === undefined) return [{ urn, object: { origin, kind: typeOf(urn), id } }];
    return Object.entries(parts(state)).map(([key, part]) => {
      const ofPart = partUrn(urn, key);
      return { urn: ofPart, key, object: { origin, kind: typeOf(ofPart), id: String(part) } };
    });
  }
}
