import { originOf, sameOrigin } from "../../client/evidence/origin.ts";
import type { OperationClient } from "../../client/index.ts";
import { resourceUrn, typeOf } from "../../pulumi/formats/composite.ts";
import { sharedUrn } from "../../pulumi/formats/urn.ts";
import { clock } from "../../values/index.ts";
import { isUnreadable, type Readable } from "../../values/unreadable.ts";
import { CliBackend } from "../backend/cli-backend.ts";
import { engineAddress } from "../backend/engine-address.ts";
import { type Holder, holdersOf, isRequested } from "../backend/objects-in-state.ts";
import { type Backend, noBackend } from "../handler/backend.ts";
import type { ObjectKey, Owner, Ownership, Question } from "../handler/ownership.ts";
import { Claims } from "./claims-of-run.ts";

/** Returns the key of an object of a resource's kind, on the platform and in the account that the settings point to. */
export async function objectOf(client: OperationClient, urn: string, id: string): Promise<ObjectKey> {
  return { origin: await originOf(client), kind: typeOf(urn), id };
}

interface Entry {
  object: ObjectKey;
  urn: string;
  /** The engine replaces the resource, and deletes the object: under the URN of before, if the resource was renamed. */
  isDoomed?: boolean;
}

/** Objects and the resources that have them. */
class Entries {
  readonly #byId = new Map<string, Entry[]>();

  of(object: ObjectKey): Entry | undefined {
    return this.#byId.get(textOf(object))?.find((one) => isSame(one.object, object));
  }

  set(object: ObjectKey, urn: string): void {
    const others = this.delete(object);
    this.#byId.set(textOf(object), [...others, { object, urn }]);
  }

  /** Marks what a resource and its parts have so far: the engine will delete it. */
  doom(urn: string): void {
    for (const entry of [...this.#byId.values()].flat()) if (resourceUrn(entry.urn) === urn) entry.isDoomed = true;
  }

  /** Removes an object. Returns what is left under the same id: objects of other platforms and accounts. */
  delete(object: ObjectKey): Entry[] {
    const left = (this.#byId.get(textOf(object)) ?? []).filter((one) => !isSame(one.object, object));
    this.#byId.set(textOf(object), left);
    return left;
  }
}

function textOf({ kind, id }: ObjectKey): string {
  return `${kind} ${id}`;
}

function isSame(one: ObjectKey, other: ObjectKey): boolean {
  return sameOrigin(one.origin, other.origin) !== "no";
}

/** Within one program an id identifies one object of a platform, whether or not the account is known. */
function importKey({ origin, kind, id }: ObjectKey): string {
  return `${origin.platform} ${kind} ${id}`;
}

/** How long the engine may take from one resource of a program to the next one that this process serves. */
const quietMs = 2_000;

const pollMs = 100;

/** Ownership as one process of the provider sees it. */
export class ProcessOwnership implements Ownership {
  readonly #given: Backend | undefined;
  #own: Backend | undefined;
  /** What the engine has in state or will have, as far as this run has seen. */
  readonly #held = new Entries();
  readonly #further = new Entries();
  readonly #imports = new Claims();
  #isUpdate = false;
  /** What the program declares, as far as the engine has processed it. */
  readonly #declared = new Set<string>();
  /** Number of resources of the program that the engine processes now. */
  #checks = 0;
  /** When it has last processed one, in milliseconds since 1970. */
  #checkedAt = 0;
  /** When an import has first waited for another resource. */
  #askedAt: number | undefined;
  #hasFailed = false;

  /** @param backend Default: the backend of the engine that started this process. */
  constructor(backend?: Backend) {
    this.#given = backend;
  }

  /** An attached plugin learns the address of its engine after its own start. */
  get backend(): Backend {
    if (this.#given !== undefined) return this.#given;
    if (engineAddress() === undefined) return noBackend;
    this.#own ??= new CliBackend();
    return this.#own;
  }

  async whose(object: ObjectKey, question: Question): Promise<Readable<Owner>> {
    const [owner = nobody] = await this.whoseAll([object], question);
    return owner;
  }

  async whoseAll(objects: readonly ObjectKey[], question: Question): Promise<Readable<Owner>[]> {
    let owners: Readable<Owner>[] = objects.map((object) => this.#inRun(object, question));
    if (question.reach === "run") return owners;
    owners = await this.#inStack(objects, owners, question);
    if (question.reach === "stack") return owners;
    // Most questions are about one object; several share the reads of states.
    const ask = (owner: Readable<Owner>, index: number) => this.#inOtherStacks(objects[index], owner, question);
    return Promise.all(owners.map(ask));
  }

  noteUpdate(): void {
    this.#isUpdate = true;
  }

  get isUpdate(): boolean {
    return this.#isUpdate;
  }

  noteDeclared(urn: string): void {
    this.#declared.add(sharedUrn(urn));
  }

  noteReplaced(urn: string): void {
    this.#held.doom(urn);
  }

  isDeclared(urn: string): boolean {
    return this.#declared.has(sharedUrn(urn));
  }

  async whileChecking<T>(action: () => Promise<T>): Promise<T> {
    this.#checks++;
    try {
      return await action();
    } finally {
      this.#checks--;
      this.#checkedAt = clock.now();
    }
  }

  noteFailed(): void {
    this.#hasFailed = true;
  }

  async reached(urn: string, sleep: (ms: number) => Promise<void>): Promise<"reached" | "failed" | "not reached"> {
    this.#askedAt ??= clock.now();
    for (;;) {
      // A set declares its rules during its check.
      if (this.isDeclared(urn) || (this.#checks === 0 && this.isDeclared(resourceUrn(urn)))) return "reached";
      if (this.#hasFailed) return "failed";
      const isQuiet = this.#checks === 0 && clock.now() - Math.max(this.#askedAt, this.#checkedAt) >= quietMs;
      if (isQuiet) return "not reached";
      await sleep(pollMs);
    }
  }

  imports(object: ObjectKey, urn: string): string | undefined {
    return this.#imports.claim(importKey(object), urn);
  }

  importerOf(object: ObjectKey): string | undefined {
    return this.#imports.holder(importKey(object));
  }

  set(object: ObjectKey, urn: string): void {
    this.#held.set(object, urn);
  }

  keep(object: ObjectKey, urn: string): void {
    if (this.#held.of(object) === undefined) this.set(object, urn);
  }

  delete(object: ObjectKey): void {
    this.#held.delete(object);
  }

  setFurther(object: ObjectKey): void {
    this.#further.set(object, "");
  }

  isFurther(object: ObjectKey): boolean {
    return this.#further.of(object) !== undefined;
  }

  #inRun(object: ObjectKey, { urn }: Question): Owner {
    const held = this.#held.of(object);
    if (held?.urn === urn) return { is: "self", isInState: false };
    // What the program imports belongs to the importer, also before the import is carried out.
    const importer = this.importerOf(object);
    if (importer !== undefined && importer !== urn) return { is: "other", who: importer, urn: importer };
    if (held === undefined) return nobody;
    return { is: "other", who: held.urn, urn: held.urn, ...(held.isDoomed === true && { isDoomed: true }) };
  }

  async #inStack(objects: readonly ObjectKey[], owners: Readable<Owner>[], { urn, isEarlier = false }: Question) {
    if (owners.every((owner) => !isOpen(owner))) return owners;
    const state = await this.backend.stateOf(urn, { isEarlier });
    return objects.map((object, index): Readable<Owner> => {
      const before = owners[index] ?? nobody;
      if (!isOpen(before)) return before;
      if (isUnreadable(state)) return state;
      const holders = holdersOf(state, object);
      const isOwn = (holder: Holder) => sharedUrn(holder.urn) === sharedUrn(urn);
      const other = holders.find((one) => !isOwn(one));
      // A resource that keeps the object takes precedence over one that is about to lose it.
      const own = holders.filter(isOwn);
      if (own.length > 0 && other?.isDoomed !== false)
        return { is: "self", isInState: true, ...(own.length > 1 && { isTwice: true }) };
      if (other === undefined) return before;
      return { is: "other", who: other.urn, urn: other.urn, isDoomed: other.isDoomed };
    });
  }

  async #inOtherStacks(object: ObjectKey | undefined, before: Readable<Owner>, question: Question) {
    if (object === undefined || !isOpen(before)) return before;
    const { urn, since = 0, asked, isEarlier = false } = question;
    const stacks = await this.backend.otherStacks(urn, since, { isEarlier });
    if (isUnreadable(stacks)) return stacks;
    let doubt: Readable<Owner> | undefined;
    for (const stack of stacks) {
      const state = await this.backend.stateNamed(stack, { isEarlier });
      if (isUnreadable(state)) {
        doubt = state;
        continue;
      }
      const [holder] = holdersOf(state, object);
      if (holder?.isCertain === true) return { is: "other", who: `stack ${stack}` } as const;
      const mayHave = holder !== undefined || (asked !== undefined && isRequested(state, object.kind, asked));
      if (mayHave) doubt ??= { is: "uncertain", stack };
    }
    return doubt ?? before;
  }
}

const nobody: Owner = { is: "nobody" };

/** Whether a source further away may know another owner. */
function isOpen(owner: Readable<Owner>): boolean {
  return !isUnreadable(owner) && (owner.is === "nobody" || (owner.is === "self" && !owner.isInState));
}
