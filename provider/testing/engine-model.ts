import { isDeepStrictEqual } from "node:util";
import { bareValue, marked } from "../pulumi/formats/markers.ts";
import { isIgnored } from "../pulumi/native/plugin/detailed-diff.ts";
import { parseDuration } from "../values/index.ts";
import type { Properties } from "../values/properties.ts";
import { type Change, type ChangeKind, diffOf, ownOf, type PropertyChange } from "./changes.ts";
import { keepIgnored } from "./ignore-changes.ts";
import { type Problem, problemsOfCheck, protectedText, Stopped } from "./problems.ts";
import { InitError } from "./provider-calls.ts";
import { type Providers, providerTypePrefix } from "./providers.ts";
import type { Registration } from "./registration.ts";
import type { State, StoredResource } from "./state.ts";
import { type StackNames, urnsOf } from "./urns.ts";

/** What a program gets for a resource that it declares. */
export interface Registered {
  urn: string;
  id: string;
  outputs: Properties;
}

interface Surroundings {
  names: StackNames;
  state: State;
  providers: Providers;
  isPreview: boolean;
  /** Called with every state between steps. */
  onState: (state: State) => void;
}

/** A resource of the program during its deployment. */
interface Goal extends Registration {
  urn: string;
  old: StoredResource | undefined;
}

interface Step {
  kind: ChangeKind;
  run: () => Promise<Registered>;
}

/**
 * A run of Pulumi's engine over a stack: checks and diffs one resource after the other, in the program's order; executes each
 * step as soon as its inputs are known; then deletes.
 */
export class Deployment {
  readonly #around: Surroundings;
  /** Resources in the initial state that have not been replaced or deleted yet. */
  #before: StoredResource[];
  readonly #now: StoredResource[] = [];
  readonly #seen = new Set<StoredResource>();
  readonly #replaced: StoredResource[] = [];
  /** Earlier URNs of resources that were found by aliases, by their current URNs. */
  readonly #earlier = new Map<string, string[]>();
  readonly #declared = new Set<string>();
  #turn: Promise<unknown> = Promise.resolve();
  readonly #running = new Set<Promise<unknown>>();
  readonly changes: Change[] = [];
  readonly problems: Problem[] = [];
  readonly #failure = Promise.withResolvers<void>();
  /** Resolves at the first failure. */
  readonly failed = this.#failure.promise;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#before = [...around.state];
  }

  get hasFailed(): boolean {
    return this.problems.length > 0;
  }

  /** The state of the stack after the steps so far. */
  get state(): State {
    return [...this.#now, ...this.#before.filter((one) => !this.#seen.has(one)), ...this.#replaced];
  }

  /** Registers a resource of the program, and executes its step. */
  async register(registration: Registration): Promise<Registered> {
    const generated = this.#turn.then(() => this.#stepOf(registration));
    this.#turn = generated.catch(() => undefined);
    const { urn, step } = await generated.catch((error) => this.#fail(registration, error));
    if (step === undefined) throw new Stopped();
    const running = step().catch((error) => this.#fail({ ...registration, urn }, error));
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }

  /** Reads an object that the stack does not manage (`.get`). */
  async read(type: string, urn: string, id: string, inputs: Properties, provider: string): Promise<Registered> {
    const calls = this.#around.providers.of(type, provider);
    try {
      const found = await calls.read(urn, { id, inputs: {}, outputs: inputs });
      if (found === undefined) throw new Error(`resource '${id}' does not exist`);
      return { urn, id: found.id, outputs: found.outputs };
    } catch (error) {
      return this.#fail({ type, name: urn.split("::").at(-1) ?? "", urn }, error);
    }
  }

  /** Waits until no step is running. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    await this.#turn;
  }

  /** Ends the run after the program: deletes what was replaced and what the program no longer declares. */
  async end(): Promise<void> {
    const left = this.#before.filter((one) => !this.#seen.has(one)).reverse();
    for (const one of left)
      if (one.protect && one.custom)
        this.problems.push({ ...subjectOf(one), message: protectedText(one.urn), property: undefined });
    if (this.hasFailed) return;
    for (const one of left) if (one.custom) this.#note(one, "delete", []);
    if (this.#around.isPreview) return;
    const all = [...this.#replaced.reverse(), ...left];
    // The engine skips the deletion in any order: a resource is deleted before the one that it names.
    const gone = new Set(all.map(({ urn }) => urn));
    for (const one of all) {
      try {
        if (!gone.has(one.deletedWith)) await this.#delete(one);
      } catch (error) {
        this.problems.push({ ...subjectOf(one), message: textOf(error), property: undefined });
        return;
      }
    }
  }

  /** Reads every resource, as `pulumi refresh` does. */
  async refresh(): Promise<void> {
    for (const one of this.#before) {
      this.#seen.add(one);
      if (!one.custom || one.type.startsWith(providerTypePrefix)) {
        this.#now.push(one);
        continue;
      }
      const found = await this.#around.providers.of(one.type, one.provider).read(one.urn, one);
      if (found === undefined) this.#note(one, "delete", []);
      else {
        const diff = diffOf(one.inputs, found.inputs, []);
        if (diff.length > 0 || !isDeepStrictEqual(bareValue(one.outputs), bareValue(found.outputs)))
          this.#note(one, "update", diff);
        this.#now.push({ ...one, ...found, initErrors: [] });
      }
      this.#saved();
    }
  }

  async #stepOf(registration: Registration): Promise<{ urn: string; step: (() => Promise<Registered>) | undefined }> {
    const { names } = this.#around;
    const urns = urnsOf(names, registration, this.#earlier.get(registration.parent) ?? []);
    const urn = urns[0] as string;
    if (this.hasFailed) return { urn, step: undefined };
    if (this.#declared.has(urn)) throw new Error(`Duplicate resource URN '${urn}'; try giving it a unique name`);
    this.#declared.add(urn);
    const old = urns
      .map((one) => this.#before.find((stored) => stored.urn === one && !this.#seen.has(stored)))
      .find((stored) => stored !== undefined);
    if (old !== undefined) this.#seen.add(old);
    this.#earlier.set(urn, [...urns.slice(1), ...(old === undefined || old.urn === urn ? [] : [old.urn])]);
    const goal: Goal = { ...registration, urn, old };
    if (!goal.custom || goal.type.startsWith(providerTypePrefix)) return { urn, step: async () => this.#keep(goal) };
    const { kind, diff, run } = await this.#decide(goal);
    if (kind !== undefined) this.#note(goal, kind, diff);
    return { urn, step: run };
  }

  /** Stores a component or explicit provider, which has no object on the platform. */
  #keep(goal: Goal): Registered {
    const id = goal.custom ? (goal.old?.id ?? `${goal.name}-id`) : "";
    if (goal.custom && goal.old === undefined) this.#note(goal, "create", []);
    else if (goal.old !== undefined && goal.custom) {
      const diff = diffOf(goal.old.inputs, goal.inputs, []);
      if (diff.length > 0) this.#note(goal, "update", diff);
    }
    const stored = this.#store(goal, { id, inputs: goal.inputs, outputs: goal.inputs });
    return { urn: goal.urn, id, outputs: stored.outputs };
  }

  async #decide(goal: Goal): Promise<Partial<Step> & { diff: PropertyChange[]; run: () => Promise<Registered> }> {
    const { old } = goal;
    const { isPreview } = this.#around;
    if (goal.importId !== "" && old?.id !== goal.importId)
      return { kind: "create", diff: [], run: () => this.#import(goal) };
    const news = old === undefined ? goal.inputs : keepIgnored(old.inputs, goal);
    const inputs = await this.#check(goal, news, old?.inputs ?? {});
    const calls = this.#around.providers.of(goal.type, goal.provider);
    const shown = (existing?: StoredResource) => async () => ({
      ...{ urn: goal.urn, id: existing?.id ?? "", outputs: await calls.previewed(goal.urn, inputs, existing) },
    });
    if (old === undefined)
      return { kind: "create", diff: [], run: isPreview ? shown() : () => this.#create(goal, inputs) };
    const found = await calls.diff(goal.urn, old, inputs);
    const diff = diffOf(old.inputs, inputs, found.replacing);
    const isReplaced = found.replaces || this.#isForced(goal, diff);
    if (isReplaced) {
      if (goal.old?.protect === true) throw new Error(protectedText(goal.urn, "replace"));
      const checked = await this.#check(goal, news, {});
      const first = goal.deleteBeforeReplace ?? found.deleteBeforeReplace;
      return { kind: "replace", diff, run: isPreview ? shown() : () => this.#replace(goal, checked, first) };
    }
    const hasChanged = found.changes ?? !isDeepStrictEqual(bareValue(old.inputs), bareValue(inputs));
    if (hasChanged || old.initErrors.length > 0)
      return { kind: "update", diff, run: isPreview ? shown(old) : () => this.#update(goal, inputs) };
    return {
      diff: [],
      run: async () => {
        const stored = this.#store(goal, { id: old.id, inputs, outputs: old.outputs });
        return { urn: goal.urn, id: old.id, outputs: stored.outputs };
      },
    };
  }

  async #check(goal: Goal, news: Properties, olds: Properties): Promise<Properties> {
    const { inputs, failures } = await this.#around.providers.of(goal.type, goal.provider).check(goal.urn, olds, news);
    if (failures.length === 0) return inputs;
    this.problems.push(...problemsOfCheck(subjectOf(goal), goal.inputs, failures));
    this.#failure.resolve();
    throw new Stopped();
  }

  /** The engine's own import, for native resources: reads the object, which the program must match. */
  async #import(goal: Goal): Promise<Registered> {
    const calls = this.#around.providers.of(goal.type, goal.provider);
    const found = await calls.read(goal.urn, { id: goal.importId, inputs: {}, outputs: {}, isImport: true });
    if (found === undefined) throw new Error(`resource '${goal.importId}' does not exist`);
    const inputs = await this.#check(goal, goal.inputs, found.inputs);
    const { changes } = await calls.diff(goal.urn, found, inputs);
    if (changes !== false) throw new Error("inputs to import do not match the existing resource");
    if (!this.#around.isPreview) this.#store(goal, { id: found.id, inputs, outputs: found.outputs });
    return { urn: goal.urn, id: found.id, outputs: found.outputs };
  }

  #isForced(
    { replaceOnChanges, replaceWith, replacementTrigger, old }: Goal,
    diff: readonly PropertyChange[],
  ): boolean {
    return (
      diff.some(({ path }) => isIgnored(path, replaceOnChanges)) ||
      this.changes.some(({ urn, kind }) => kind === "replace" && replaceWith.includes(urn)) ||
      !isDeepStrictEqual(old?.replacementTrigger, replacementTrigger)
    );
  }

  #create(goal: Goal, inputs: Properties): Promise<Registered> {
    return this.#during(goal, inputs, "create", (calls) => calls.create(goal.urn, inputs));
  }

  #update(goal: Goal, inputs: Properties): Promise<Registered> {
    const old = goal.old as StoredResource;
    return this.#during(goal, inputs, "update", async (calls) => ({
      id: old.id,
      outputs: await calls.update(goal.urn, old, inputs),
    }));
  }

  async #replace(goal: Goal, inputs: Properties, deletesFirst: boolean): Promise<Registered> {
    const old = goal.old as StoredResource;
    if (deletesFirst) await this.#delete(old);
    const made = await this.#create(goal, inputs);
    // The old object is deleted at the end.
    if (!deletesFirst) this.#replaced.push(old);
    return made;
  }

  async #during(
    goal: Goal,
    inputs: Properties,
    operation: "create" | "update",
    act: (calls: ReturnType<Providers["of"]>) => Promise<{ id: string; outputs: Properties }>,
  ): Promise<Registered> {
    const { providers } = this.#around;
    const timeout = goal.timeouts[operation];
    if (timeout !== undefined) providers.timeouts.set(goal.urn, parseDuration(timeout) ?? 0);
    try {
      const made = await act(providers.of(goal.type, goal.provider));
      const stored = this.#store(goal, { ...made, inputs });
      return { urn: goal.urn, id: made.id, outputs: stored.outputs };
    } catch (error) {
      if (error instanceof InitError) this.#store(goal, { ...error, inputs }, [error.message]);
      else if (operation === "update") this.#now.push(goal.old as StoredResource);
      throw error;
    } finally {
      providers.timeouts.delete(goal.urn);
    }
  }

  #store(
    goal: Goal,
    { id, inputs, outputs }: { id: string; inputs: Properties; outputs: Properties },
    initErrors: readonly string[] = [],
  ): StoredResource {
    const { urn, type, name, parent, custom, provider, dependencies } = goal;
    const { protect, retainOnDelete, deletedWith, replacementTrigger, secretOutputs } = goal;
    const hidden = (key: string) => secretOutputs.includes(key);
    const all = Object.entries(outputs).map(([key, value]) => [key, hidden(key) ? marked(bareValue(value)) : value]);
    const stored = {
      ...{ urn, type, name, parent, custom, provider, dependencies, protect, retainOnDelete, deletedWith },
      ...{ replacementTrigger, id, inputs, outputs: Object.fromEntries(all) as Properties, initErrors },
    };
    this.#now.push(stored);
    this.#saved();
    return stored;
  }

  async #delete(one: StoredResource): Promise<void> {
    const isOnPlatform = one.custom && !one.type.startsWith(providerTypePrefix);
    if (isOnPlatform && !one.retainOnDelete)
      await this.#around.providers.of(one.type, one.provider).delete(one.urn, one);
    const at = this.#replaced.indexOf(one);
    if (at >= 0) this.#replaced.splice(at, 1);
    this.#before = this.#before.filter((other) => other !== one);
    this.#saved();
  }

  #saved(): void {
    this.#around.onState(this.state);
  }

  #note(
    subject: Pick<StoredResource, "urn" | "type" | "name">,
    kind: ChangeKind,
    diff: readonly PropertyChange[],
  ): void {
    const { urn, type, name } = subject;
    this.changes.push({ urn, type, name, kind, diff });
  }

  #fail(subject: { urn?: string; type: string; name: string }, error: unknown): never {
    if (!(error instanceof Stopped)) {
      const { type, name, urn = "" } = subject;
      this.problems.push({ urn, type, name, property: undefined, message: textOf(error) });
    }
    this.#failure.resolve();
    throw new Stopped();
  }
}

function subjectOf({ urn, type, name }: { urn: string; type: string; name: string }) {
  return { urn, type, name };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The outputs of a component are those that it registers. */
export function withOutputs(state: State, urn: string, outputs: Properties): State {
  return state.map((one) => (one.urn === urn ? { ...one, outputs: ownOf(outputs) } : one));
}
