import { platformKey } from "../../client/platform-id.ts";
import { partUrn, typeOf } from "../../pulumi/formats/composite.ts";
import { inParallel } from "../../values/in-parallel.ts";
import type { AnyHandler, Context } from "../handler/handler.ts";
import type { ObjectKey, Ownership } from "../handler/ownership.ts";
import { notesOf } from "../ownership/machine-notes.ts";
import { notResumedTexts, unfinishedTexts } from "../ownership/orphaned-creates.ts";
import { refuseImporter } from "../ownership/refusals.ts";
import { forgetRecord, recordOf } from "../records/record-of.ts";
import { mayHaveRecords } from "../records/recorded-creations.ts";
import type { OperationRunner } from "./operation-runner.ts";
import type { ChangeRequest, Deployed, OperationRequest } from "./request.ts";

/** Records that are read at once: a process may open some hundred files. */
const filesAtOnce = 32;

/** The objects that the engine has in state: who owns them, which records of creations they end, and which are still to be resumed. */
export class HeldObjects {
  readonly #runner: OperationRunner;
  readonly #ownership: Ownership;
  /** Objects that a creation of this process has found or set, instead of creating another, by resource and id. */
  readonly #wanted = new Set<string>();

  constructor(runner: OperationRunner, ownership: Ownership) {
    this.#runner = runner;
    this.#ownership = ownership;
  }

  get #handler(): AnyHandler {
    return this.#runner.handler;
  }

  /** The object of a creation may be the one that the resource has had. */
  noteWanted(urn: string, id: string): void {
    this.#wanted.add(`${urn} ${id}`);
  }

  /** Whether the object is that of a creation of this run, and no state has shown it since. */
  isWanted(urn: string, id: string): boolean {
    return this.#wanted.has(`${urn} ${id}`);
  }

  async seen(request: OperationRequest, deployed: Deployed, context: Context): Promise<void> {
    this.#wanted.delete(`${request.urn} ${deployed.id}`);
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

  /** The engine has the resource in state, and with it its objects. */
  own(urn: string, deployed: Deployed): void {
    for (const { object, urn: owner } of this.#objectsOf(urn, deployed))
      if (this.#handler.parts === undefined) this.#ownership.set(object, owner);
      else this.#ownership.keep(object, owner);
  }

  /** What the resource lets go in this change, another one may import. */
  refuseImporters({ inputs }: ChangeRequest, deployed: Deployed, context: Context): void {
    const { noun, partNoun = noun } = this.#handler;
    for (const { urn, object, key } of this.#objectsOf(context.urn, deployed))
      if (key === undefined || this.#handler.releases?.(inputs, key, object.id) !== true)
        refuseImporter(this.#runner.what("Comparing", context.urn), partNoun, object, { ...context, urn });
  }

  /** A deletion in another process sees that the object may have got another resource. */
  async noteAdopted({ client, urn }: Context, id: string): Promise<void> {
    const notes = await notesOf(this.#handler.noun, await recordOf(urn, client), client, "");
    await notes.write(id);
  }

  /**
   * Refresh and destroy never see a resource whose creation was interrupted: it is in no state. Other resources of the stack report it.
   */
  async warnOfUnfinished(context: Context, deployed: Deployed): Promise<void> {
    if (context.urn === "") return;
    const texts = await unfinishedTexts(context, this.#heldId(deployed)).catch(() => []);
    for (const text of texts) context.warn(text);
  }

  /**
   * An update resumes only what the program declares.
   * @param compared What a comparison has in state; undefined: the operation changes the object.
   */
  async warnOfNotResumed(context: Context, compared?: Deployed): Promise<void> {
    if (context.urn === "") return;
    const heldId = compared && this.#heldId(compared);
    const texts = await notResumedTexts(context, heldId).catch(() => []);
    for (const text of texts) context.warn(text);
  }

  /** Id of an object in state, unless its record is of the same creation, which goes on. */
  #heldId({ id, state }: Deployed): string | undefined {
    return this.#handler.isUnfinished?.(state) === true ? undefined : id;
  }

  /** The objects of a resource in state, each with the URN that its record and owner have. */
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
