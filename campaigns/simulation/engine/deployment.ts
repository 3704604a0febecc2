import { isDeepStrictEqual } from "node:util";
import type { Properties } from "../../../provider/values/properties.ts";
import type { Process } from "../world/machine.ts";
import type { Checkpoint, PendingOperation, ResourceState, Stack } from "./backend.ts";
import { InitError, type Provider } from "./provider.ts";

/** A resource that a program registers. */
export interface Goal {
  urn: string;
  type: string;
  inputs: Properties;
  /** Further URNs that it may have in state. */
  aliases: readonly string[];
  /** The id for the engine's own import, which only the native provider supports. */
  importId?: string | undefined;
  deleteBeforeReplace: boolean;
  /** Whether it is registered only after all previous resources are done. */
  isAfter: boolean;
}

/** The operation that a preview shows for a resource. */
export type Operation = "create" | "same" | "update" | "replace" | "delete" | "import";

/** An error of a resource, as a provider says it. */
export interface Failure {
  urn: string;
  text: string;
}

/** Stops the run. The message is the reason for its failure. */
class Stopped extends Error {}

/** Maximum duration of a call between the engine and a provider, and of writing a checkpoint. */
const callMs = 4;
const saveMs = 8;

export interface Surroundings {
  process: Process;
  stack: Stack;
  /** The provider of a resource type. */
  providerOf(type: string): Provider;
  print(line: string): void;
  parallel: number;
  savesAtEnd: boolean;
  repeats: number;
  /** URNs of the targeted resources; undefined: all. */
  targets: ReadonlySet<string> | undefined;
}

/** One run of the engine on a stack, which changes its state step by step. */
export class Deployment {
  readonly #around: Surroundings;
  /** The state at the start of the run. A resource that a step has replaced is in `#done`. */
  #base: readonly ResourceState[];
  readonly #pendingBefore: readonly PendingOperation[];
  readonly #done = new Set<ResourceState>();
  readonly #current: ResourceState[] = [];
  readonly #pending = new Set<PendingOperation>();
  readonly #seen = new Set<ResourceState>();
  /** New URNs of resources that were replaced under an alias, by their old URNs. */
  readonly #renamed = new Map<string, string>();
  /** The operations that a preview has found, or that an update has carried out. */
  readonly operations = new Map<string, Operation>();
  readonly failures: Failure[] = [];
  #running = 0;
  #waiting: (() => void)[] = [];
  #hasFailed = false;

  constructor(around: Surroundings) {
    this.#around = around;
    const { checkpoint } = around.stack;
    this.#base = checkpoint?.resources ?? [];
    const pending = checkpoint?.pending ?? [];
    this.#pendingBefore = pending.filter(({ type }) => type === "creating");
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** The engine generates no further steps; running ones finish. */
  cancel(): void {
    this.#hasFailed = true;
  }

  /** `pulumi up`, or its preview. */
  async update(goals: readonly Goal[], options: { isPreview: boolean; replaced: readonly string[] }): Promise<void> {
    const steps: Promise<void>[] = [];
    for (const goal of goals) {
      if (goal.isAfter) await Promise.all(steps);
      if (this.#hasFailed) break;
      try {
        const step = await this.#stepOf(goal, options);
        if (step !== undefined && !this.#hasFailed) steps.push(this.#execute(goal.urn, step));
      } catch (error) {
        this.#fail(goal.urn, error);
      }
    }
    await Promise.all(steps);
    if (this.#hasFailed) return;
    const left = this.#base.filter((one) => this.#isTargeted(one) && (one.delete === true || !this.#seen.has(one)));
    await this.#deleteAll(left, options.isPreview);
  }

  async destroy(): Promise<void> {
    await this.#deleteAll(
      this.#base.filter((one) => this.#isTargeted(one)),
      false,
    );
  }

  /** `pulumi refresh`, or the first part of `up --refresh`. */
  async refresh(): Promise<void> {
    await Promise.all(
      this.#base.map((one) =>
        this.#execute(one.urn, async () => {
          if (one.pendingReplacement === true || one.delete === true || !this.#isTargeted(one)) return;
          const found = await this.#call(one.type, (provider) => provider.read(one.urn, one));
          this.#replace(one, found && { ...one, ...found, initErrors: undefined as never });
        }),
      ),
    );
    await this.save();
  }

  /** The state after the steps so far. */
  snapshot(): Checkpoint {
    const current = this.#current.filter((one) => !this.#done.has(one));
    // The engine saves the old entry of a replacement under the new URN, but deletes it under its own one in the same run.
    const rest = this.#base
      .filter((one) => !this.#done.has(one))
      .map((one) => (one.delete === true ? { ...one, urn: this.#renamed.get(one.urn) ?? one.urn } : one));
    return { resources: [...current, ...rest], pending: [...this.#pending, ...this.#pendingBefore] };
  }

  async save({ isEnd = false } = {}): Promise<void> {
    const { process, stack, savesAtEnd } = this.#around;
    if (savesAtEnd && !isEnd) return;
    await process.io(saveMs, () => {
      stack.checkpoint = this.snapshot();
    });
  }

  /** The step of a registration; undefined if only the state changes. */
  async #stepOf(goal: Goal, { isPreview, replaced }: { isPreview: boolean; replaced: readonly string[] }) {
    const urns = [goal.urn, ...goal.aliases];
    const old = urns
      .map((urn) => this.#base.find((one) => one.urn === urn && one.delete !== true && !this.#seen.has(one)))
      .find((one) => one !== undefined);
    if (old !== undefined) this.#seen.add(old);
    const isImport = goal.importId !== undefined && old?.id !== goal.importId;
    const recreating = old?.pendingReplacement === true;
    if (isImport) return this.#importOf(goal, old, isPreview);
    if (!this.#isTargeted(goal)) return this.#untargeted(goal, old, isPreview);
    const olds = old === undefined || recreating ? {} : old.inputs;
    const inputs = await this.#check(goal, olds);
    if (old === undefined || recreating)
      return this.#noted(goal, "create", isPreview, () => this.#create(goal, inputs, old));
    const found = await this.#diff(goal, old, inputs);
    const isForced = old.taint === true || replaced.includes(old.urn);
    if (found.replaces || isForced) return this.#replacement(goal, old, { isPreview, found });
    if (found.changes || (old.initErrors ?? []).length > 0)
      return this.#noted(goal, "update", isPreview, () => this.#update(goal, old, inputs));
    this.operations.set(goal.urn, "same");
    if (!isPreview) this.#replace(old, { ...old, urn: goal.urn, type: goal.type, inputs });
    return isPreview || (isDeepStrictEqual(old.inputs, inputs) && old.urn === goal.urn) ? undefined : () => this.save();
  }

  /** A resource that the command does not target is not created, and no provider is called for it. */
  #untargeted(goal: Goal, old: ResourceState | undefined, isPreview: boolean) {
    this.operations.set(goal.urn, "same");
    if (old === undefined || isPreview) return undefined;
    this.#replace(old, { ...old, urn: goal.urn, type: goal.type, provider: providerReference(goal) });
    return () => this.save();
  }

  #isTargeted({ urn }: { urn: string }): boolean {
    const { targets } = this.#around;
    return targets === undefined || targets.has(urn);
  }

  async #replacement(
    goal: Goal,
    old: ResourceState,
    { isPreview, found }: { isPreview: boolean; found: { deleteBeforeReplace: boolean } },
  ) {
    const checked = await this.#check(goal, {});
    if (goal.deleteBeforeReplace || found.deleteBeforeReplace)
      return this.#noted(goal, "replace", isPreview, async () => {
        const gone = await this.#delete(old, { isReplaced: true });
        await this.#create(goal, checked, gone);
      });
    return this.#noted(goal, "replace", isPreview, async () => {
      // The old object is deleted at the end of this run, or by a later run.
      await this.#create(goal, checked, undefined, old);
    });
  }

  #noted(goal: Goal, operation: Operation, isPreview: boolean, step: () => Promise<void>) {
    this.operations.set(goal.urn, operation);
    return isPreview ? undefined : step;
  }

  async #check(goal: Goal, olds: Properties): Promise<Properties> {
    const { inputs, failures } = await this.#call(goal.type, (one) => one.check(goal.urn, olds, goal.inputs));
    if (failures.length === 0) return inputs;
    const [, name] = /::([^:]+)$/.exec(goal.urn) ?? [];
    for (const { property, reason } of failures) {
      this.failures.push({ urn: goal.urn, text: reason });
      this.#around.print(
        `error: ${goal.type} resource '${name}' has a problem: ${property === "" ? "" : `property ${property} `}${reason}`,
      );
    }
    throw new Stopped();
  }

  async #diff(goal: Goal, old: ResourceState, inputs: Properties) {
    const found = await this.#call(goal.type, (one) => one.diff(goal.urn, old, inputs));
    return { ...found, changes: found.changes ?? !isDeepStrictEqual(old.inputs, inputs) };
  }

  async #create(
    goal: Goal,
    inputs: Properties,
    replaced: ResourceState | undefined,
    condemned?: ResourceState,
  ): Promise<void> {
    await this.#during(
      "creating",
      goal,
      inputs,
      async () => {
        const made = await this.#call(goal.type, (one) => one.create(goal.urn, inputs));
        return { id: made.id, outputs: made.outputs };
      },
      replaced,
      condemned,
    );
  }

  async #update(goal: Goal, old: ResourceState, inputs: Properties): Promise<void> {
    await this.#during(
      "updating",
      goal,
      inputs,
      async () => {
        const outputs = await this.#call(goal.type, (one) => one.update(goal.urn, old, inputs));
        return { id: old.id, outputs };
      },
      old,
    );
  }

  /**
   * An import first puts the object into the state, then compares the program with it and continues like any update. A preview
   * reads it, too.
   */
  async #importOf(goal: Goal, old: ResourceState | undefined, isPreview: boolean) {
    this.operations.set(goal.urn, "import");
    const { urn, type, importId = "" } = goal;
    const read = async () => {
      const found = await this.#call(type, (one) =>
        one.read(urn, { id: importId, inputs: {}, outputs: {}, isImport: true }),
      );
      if (found === undefined) throw new Error(`resource '${importId}' does not exist`);
      return found;
    };
    if (isPreview) {
      const found = await read();
      await this.#changeOfImported(goal, { ...found, urn, type, provider: providerReference(goal) });
      return undefined;
    }
    return async () => {
      const imported = await this.#during("importing", goal, {}, read, undefined, old);
      const inputs = await this.#changeOfImported(goal, imported);
      if (inputs !== undefined) await this.#update(goal, imported, inputs);
    };
  }

  /** The inputs if the program changes the imported object; undefined if it does not. */
  async #changeOfImported(goal: Goal, imported: ResourceState): Promise<Properties | undefined> {
    const inputs = await this.#check(goal, imported.inputs);
    const found = await this.#diff(goal, imported, inputs);
    if (found.replaces)
      throw new Error(
        "previously-imported resources that still specify an ID may not be replaced; please remove the `import` declaration from your program",
      );
    return found.changes ? inputs : undefined;
  }

  /** Runs an operation that the state shows as pending meanwhile. */
  async #during(
    type: PendingOperation["type"],
    goal: Goal,
    inputs: Properties,
    act: () => Promise<{ id: string; outputs: Properties; inputs?: Properties }>,
    replaced: ResourceState | undefined,
    /** The old resource. The checkpoint that saves its successor marks it for deletion. */
    condemned?: ResourceState,
  ): Promise<ResourceState> {
    const operation: PendingOperation = { type, resource: { urn: goal.urn, type: goal.type, inputs } };
    this.#pending.add(operation);
    await this.save();
    const end = async (next: ResourceState | undefined) => {
      this.#pending.delete(operation);
      if (next !== undefined && replaced !== undefined) this.#replace(replaced, next);
      else if (next !== undefined) this.#current.push(next);
      if (next !== undefined && condemned !== undefined) {
        this.#renamed.set(condemned.urn, next.urn);
        this.#replaceInBase(condemned, { ...condemned, delete: true });
      }
      await this.save();
    };
    const stateOf = (made: { id: string; outputs: Properties; inputs?: Properties }): ResourceState => ({
      ...{ urn: goal.urn, type: goal.type, inputs: made.inputs ?? inputs, id: made.id, outputs: made.outputs },
      provider: providerReference(goal),
    });
    let made: ResourceState;
    try {
      made = stateOf(await this.#repeated(act));
    } catch (error) {
      const isPartial = error instanceof InitError;
      await end(isPartial ? { ...stateOf(error), inputs, initErrors: [error.message] } : undefined);
      throw error;
    }
    await end(made);
    return made;
  }

  async #deleteAll(resources: readonly ResourceState[], isPreview: boolean): Promise<void> {
    for (const one of resources) if (!this.operations.has(one.urn)) this.operations.set(one.urn, "delete");
    if (isPreview) return;
    await Promise.all(
      resources.toReversed().map((one) => this.#execute(one.urn, async () => void (await this.#delete(one, {})))),
    );
  }

  /** Deletes an object. A resource that is deleted before its replacement stays in state until its successor is created. */
  async #delete(old: ResourceState, { isReplaced = false }): Promise<ResourceState | undefined> {
    if (old.pendingReplacement !== true) {
      const { urn, type, inputs } = old;
      const operation: PendingOperation = { type: "deleting", resource: { urn, type, inputs } };
      this.#pending.add(operation);
      await this.save();
      try {
        await this.#repeated(() => this.#call(old.type, (one) => one.delete(old.urn, old)));
      } finally {
        this.#pending.delete(operation);
      }
    }
    const rest = isReplaced ? { ...old, pendingReplacement: true } : undefined;
    this.#replaceInBase(old, rest);
    await this.save();
    return rest;
  }

  /** Runs an operation with its `onError` hook. */
  async #repeated<T>(act: () => Promise<T>): Promise<T> {
    for (let left = this.#around.repeats; ; left--)
      try {
        return await act();
      } catch (error) {
        if (left <= 0 || this.#hasFailed) throw error;
      }
  }

  #replace(old: ResourceState, next: ResourceState | undefined): void {
    this.#done.add(old);
    if (next !== undefined) this.#current.push(next);
  }

  #replaceInBase(old: ResourceState, next: ResourceState | undefined): void {
    this.#base = this.#base.flatMap((one) => (one === old ? (next ?? []) : one));
    if (next !== undefined && this.#seen.has(old)) this.#seen.add(next);
  }

  async #call<T>(type: string, ask: (provider: Provider) => Promise<T>): Promise<T> {
    const { process } = this.#around;
    await process.io(callMs, () => undefined);
    const provider = this.#around.providerOf(type);
    const { promise, reject } = Promise.withResolvers<never>();
    const isLost = () => reject(new Error("error reading from server: EOF"));
    provider.process.onDeath(isLost);
    const answered = provider.process.awaits(ask(provider));
    const response = await process.awaits(Promise.race([answered, promise]));
    await process.io(callMs, () => undefined);
    return response;
  }

  /** Runs a step as soon as the limit of parallel steps permits. */
  async #execute(urn: string, step: () => Promise<void>): Promise<void> {
    while (this.#running >= this.#around.parallel)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    if (this.#hasFailed) return this.#waiting.shift()?.();
    this.#running++;
    try {
      await step();
    } catch (error) {
      this.#fail(urn, error);
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  #fail(urn: string, error: unknown): void {
    this.#hasFailed = true;
    if (error instanceof Stopped) return;
    const text = error instanceof Error ? error.message : String(error);
    this.failures.push({ urn, text });
    this.#around.print(`error: ${urn}: ${text}`);
  }
}

export function providerReference({ urn, type }: Pick<Goal, "urn" | "type">): string {
  const [stack, project] = urn.split("::");
  const name = type.startsWith("pulumi-nodejs:") ? "pulumi-nodejs" : "cloudplatform";
  return `${stack}::${project}::pulumi:providers:${name}::default::${name}`;
}
