import { Random } from "../cluster/random.ts";
import type { Declared } from "../ownership/kinds.ts";
import { giveWay, wantsRefresh } from "../ownership/person.ts";
import { type Action, actionOf, declarationOf, type Scene, type StackModel } from "../ownership/scene.ts";
import { Server, type Serving } from "../ownership/serving.ts";
import type { Entry } from "../ownership/state.ts";
import { Verdict } from "../ownership/verdict.ts";
import type { RunOptions, World } from "../ownership/world.ts";
import { copyOf } from "./changes.ts";

/** One step: a command on one stack. */
export interface Step {
  /** Text for people who examine a seed. */
  text: string;
  /** The name under which the step is counted. */
  operation: string;
  stack: StackModel;
  verb: "up" | "refresh" | "destroy";
  args?: readonly string[];
  options?: RunOptions;
  /** Logical names of the resources that the command must replace. */
  replaced?: readonly string[];
}

/** One platform with its stacks, and the shadow model of which resource owns each object. */
export class Life {
  readonly world: World;
  readonly random: Random;
  readonly server: Server;
  readonly stacks: StackModel[] = [];
  readonly steps: string[] = [];
  readonly operations: Record<string, number> = {};
  readonly verdict: Verdict;
  wrong: string[] = [];
  output = "";
  killed = 0;
  readonly #tainted = new Map<StackModel, Set<string>>();

  constructor(world: World, seed: number, serving: Serving) {
    this.world = world;
    this.server = new Server(serving, seed);
    this.random = new Random(seed);
    this.verdict = new Verdict(world.live());
  }

  /** A random stack. */
  stack(): StackModel {
    const [first, second] = this.stacks;
    if (first === undefined) throw new Error("There is no stack.");
    return second !== undefined && this.random.next() < 0.5 ? second : first;
  }

  freeName(): string {
    const taken = this.stacks.map(({ name }) => name);
    return ["dev", "prod", "test"].find((name) => !taken.includes(name)) ?? "other";
  }

  scene(): Promise<Scene> {
    return this.world.scene(this.stacks);
  }

  async entriesOf(stack: StackModel): Promise<readonly Entry[]> {
    return (await this.scene()).entries.get(stack) ?? [];
  }

  /** A random resource in a stack's state. */
  async entryOf(stack: StackModel): Promise<Entry | undefined> {
    const entries = (await this.entriesOf(stack)).filter(({ isOld }) => !isOld);
    return entries[this.random.between(0, Math.max(0, entries.length - 1))];
  }

  /** What the next `up` creates, or all declarations if it creates nothing. Faults are planned for these. */
  async toCreate(stack: StackModel): Promise<Declared[]> {
    const held = await this.entriesOf(stack);
    const missing = stack.desired.filter((one) => !held.some((entry) => declarationOf([one], entry) !== undefined));
    return missing.length > 0 ? missing : stack.desired;
  }

  taint(stack: StackModel, logical: string): void {
    this.#tainted.set(stack, this.#taintedOf(stack).add(logical));
  }

  #taintedOf(stack: StackModel): Set<string> {
    return this.#tainted.get(stack) ?? new Set();
  }

  say(text: string, operation?: string): void {
    this.steps.push(text);
    if (operation !== undefined) this.operations[operation] = (this.operations[operation] ?? 0) + 1;
  }

  /** Runs a command that changes only a state. */
  async edit(stack: StackModel, args: readonly string[], applied: () => void): Promise<void> {
    const before = await this.scene();
    const run = await this.world.command(stack.name, args);
    if (run.code !== 0) throw new Error(run.output);
    applied();
    await this.#check(before, [{ ...actionOf(stack, "other"), ...run }]);
  }

  async step(step: Step): Promise<void> {
    this.say(step.text, step.operation);
    const before = await this.scene();
    const action = await this.#run(step, before);
    await this.#end(before, [{ ...action, faulted: this.world.endFaults() }]);
  }

  /** Runs an `up` of several stacks at the same time. */
  async together(text: string, operation: string, stacks: readonly StackModel[]): Promise<void> {
    this.say(text, operation);
    const before = await this.scene();
    const actions = await Promise.all(stacks.map((stack) => this.#run({ text, operation, stack, verb: "up" }, before)));
    const faulted = this.world.endFaults();
    await this.#end(
      before,
      actions.map((action) => ({ ...action, faulted })),
    );
  }

  async #run(step: Step, before: Scene): Promise<Action> {
    const { stack, verb, args = [], options = {}, replaced = [] } = step;
    const resources = verb === "up" ? copyOf(stack.desired) : undefined;
    const command = [verb, "--yes", "--skip-preview", ...args];
    const run = await this.world.command(stack.name, command, { ...options, resources });
    if (run.code === null) this.killed++;
    const canTell = verb === "up" || (before.entries.get(stack) ?? []).length > 0;
    return { ...actionOf(stack, verb), ...run, canTell, replaced: [...replaced, ...this.#taintedOf(stack)] };
  }

  async #end(before: Scene, actions: readonly Action[]): Promise<void> {
    const after = await this.#check(before, actions);
    for (const { stack, verb, code, output, faulted } of actions) {
      if (verb === "up" && code === 0) this.#isApplied(stack);
      if (verb !== "up" || code === null || code === 0 || faulted || this.wrong.length > 0) continue;
      this.steps.push(...giveWay(stack, after, output, this.verdict, this.random.next() < 0.6));
      if (wantsRefresh(output))
        await this.step({ text: `refresh ${stack.name}`, operation: "refresh", stack, verb: "refresh" });
    }
  }

  /** Removes from the program what a successful `up` no longer needs. */
  #isApplied(stack: StackModel): void {
    this.#tainted.delete(stack);
    for (const one of stack.desired) {
      delete one.adopt;
      delete one.mayBeSecond;
    }
  }

  async #check(before: Scene, actions: readonly Action[]): Promise<Scene> {
    const after = await this.scene();
    this.wrong = this.verdict.check(before, after, actions);
    this.output = actions.map(({ output }) => output).join("\n----\n");
    return after;
  }
}
