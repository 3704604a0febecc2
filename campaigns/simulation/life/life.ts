import type { BehaviorSettings } from "../../../emulator/behaviors/settings.ts";
import { Random } from "../../cluster/random.ts";
import { type Declared, isUnique } from "../../ownership/kinds.ts";
import { type Live, liveObjects } from "../../ownership/objects.ts";
import { giveWay, wantsRefresh } from "../../ownership/person.ts";
import { isOfSet, keepSetsWhole, resourceName } from "../../ownership/rule-sets.ts";
import { type Action, actionOf, declarationOf, type Scene, type StackModel } from "../../ownership/scene.ts";
import { type Entry, entriesIn } from "../../ownership/state.ts";
import { Verdict } from "../../ownership/verdict.ts";
import { type Command, type Run, type Running, run } from "../engine/command.ts";
import type { Goal } from "../engine/deployment.ts";
import { goalsOf } from "../engine/program.ts";
import type { Load } from "../product/bundle.ts";
import type { Machine } from "../world/machine.ts";
import { World } from "../world/world.ts";
import { beyondOwnership, mayChange, sentAfterInterrupt, sentOwn } from "./invariants.ts";
import { NeedlessStops } from "./needless-stops.ts";

/** One command of a step. */
export interface Planned {
  stack: StackModel;
  verb: Command["verb"];
  /** Logical names of the resources that it must replace. */
  replaced?: readonly string[];
  refreshes?: boolean;
  previews?: boolean;
  /** When it is killed, and which part of it. */
  kill?: Kill | undefined;
}

/** Further properties of a step. */
export interface Options {
  savesAtEnd?: boolean;
  repeats?: number;
  /**
   * Whether the program imports an object: any one with its settings, even that of another owner; "differing": one that nobody
   * has, only with its name.
   */
  imports?: boolean | "differing";
  /** Whether the command is limited to some resources (`--target`). */
  isTargeted?: boolean;
  /** Whether the program may get a secret. */
  hasSecrets?: boolean;
  /** Whether it may set the threshold of a client's quotas. */
  hasThresholds?: boolean;
  /** Whether it may set a threshold that another stack also sets. This is a mistake that no provider can detect. */
  sharesThresholds?: boolean;
  /** Whether it may have rule sets. */
  hasSets?: boolean;
  /** Whether requests of a refresh or destroy fail, too. */
  hasFaults?: boolean;
  /** The platform's behaviors in this life, such as stale reads. Set on its first step. */
  behaviors?: BehaviorSettings;
  /** Seconds between two polls of a task. Set on the first step. */
  pollSeconds?: number;
}

export interface Kill {
  /** Number of events in the world between the start of the command and the kill. */
  afterEvents: number;
  what: "all" | "engine" | "provider" | "interrupt";
}

/** One life of a platform with its stacks, and the shadow model of which resource owns each object. */
export class Life {
  readonly world: World;
  random = new Random(0);
  /** Renamed stacks. The first request of a provider's process, which may be its only one, still has the old name. */
  readonly renamed = new Set<StackModel>();
  /** Whether the next command follows soon, so that it may read what the platform shows directly after a change. */
  readonly isHasty: boolean;
  /** How the commands of this step run. */
  options: Options = {};
  readonly stacks: StackModel[] = [];
  /** Log of the steps, for people who examine a life. */
  readonly log: string[] = [];
  readonly verdict: Verdict;
  readonly stops = new NeedlessStops();
  wrong: string[] = [];
  output = "";
  commands = 0;
  killed = 0;
  /** Number of consecutive failed updates of each stack. */
  readonly #failures = new Map<StackModel, number>();
  /** Clusters whose deletion has begun, with their ids in texts. */
  readonly #leaving = new Map<string, string>();
  /** The tasks that create clusters, by the clusters' keys. */
  readonly #creators = new Map<string, string>();
  /** The last scene, valid until the next event. */
  #seen: { events: number; scene: Scene } | undefined;
  readonly #tainted = new Map<StackModel, Set<string>>();
  /** Machines on which commands of a stack were interrupted. */
  readonly #interruptedOn = new Map<StackModel, Set<string>>();

  constructor(seed: number, load: Load, { behaviors, pollSeconds }: Pick<Options, "behaviors" | "pollSeconds"> = {}) {
    const settings =
      pollSeconds === undefined ? {} : { settings: { "cloudplatform:pollIntervalSeconds": String(pollSeconds) } };
    this.world = new World(seed, load, { behaviors, ...settings });
    this.isHasty = behaviors !== undefined;
    this.verdict = new Verdict(liveObjects(this.world.platform));
    if (behaviors !== undefined) this.say(`the platform shows the past: ${JSON.stringify(behaviors)}`);
  }

  say(text: string): void {
    this.log.push(text);
    this.world.simulation.note(`— ${text}`);
  }

  stack(): StackModel | undefined {
    const [first, second] = this.stacks;
    return second !== undefined && this.random.next() < 0.5 ? second : first;
  }

  /** Creates a stack. */
  begin(stack: StackModel): void {
    this.world.backend.init(stack.name);
    this.stacks.push(stack);
    this.#seen = undefined;
  }

  /** The platform and the states now. */
  scene(): Scene {
    const { events } = this.world.simulation;
    if (this.#seen?.events !== events) this.#seen = { events, scene: this.#scene() };
    return this.#seen.scene;
  }

  #scene(): Scene {
    const { platform, backend } = this.world;
    const all = liveObjects(platform);
    const clusters = new Map(platform.store.clusters.all().map((one) => [`cluster:${one.id}`, one]));
    // A cluster counts as deleted as soon as its deletion begins, whatever happens to the deleting command.
    for (const [key, { status }] of clusters)
      if (/delet/i.test(String(status))) this.#leaving.set(key, all.get(key)?.id ?? key);
    const live = new Map([...all].filter(([key]) => !this.#leaving.has(key)));
    for (const [key, { creator_task_id: task }] of clusters) if (task) this.#creators.set(key, task);
    const tasksOf = (key: string) => clusters.get(key)?.creator_task_id;
    const entries = this.stacks.map((stack): [StackModel, Entry[]] => {
      const resources = backend.get(stack.name).checkpoint?.resources ?? [];
      return [stack, entriesIn(resources as never, live, tasksOf)];
    });
    return { live, entries: new Map(entries) };
  }

  entryOf(stack: StackModel): Entry | undefined {
    // Rules of a set are excluded: they are not resources, and cannot be renamed, tainted or replaced.
    const entries = (this.scene().entries.get(stack) ?? []).filter((one) => !one.isOld && !isOfSet(one));
    return entries[this.random.between(0, Math.max(0, entries.length - 1))];
  }

  /** What the next `up` creates, or all declarations if it creates nothing. Faults are planned for these. */
  toCreate(stack: StackModel): Declared[] {
    const held = this.scene().entries.get(stack) ?? [];
    const missing = stack.desired.filter((one) => !held.some((entry) => declarationOf([one], entry) !== undefined));
    return missing.length > 0 ? missing : stack.desired;
  }

  /** Changes the state or the platform without a run of the engine. */
  edit(stack: StackModel, change: () => void): void {
    const before = this.scene();
    change();
    this.#seen = undefined;
    this.#check(before, [actionOf(stack, "other")], []);
  }

  /** Lets somebody else change something on the platform. */
  elsewhere(change: () => void): void {
    const before = this.scene().live;
    change();
    this.#seen = undefined;
    for (const live of this.scene().live.values()) if (!before.has(live.key)) this.verdict.addStranger(live);
  }

  /** Lets somebody else change an object, which may belong to a stack. */
  drift(old: Live, change: () => void): void {
    this.elsewhere(change);
    const now = this.scene().live.get(old.key);
    if (now !== undefined) this.verdict.noteDrift(old, now);
  }

  taint(stack: StackModel, logical: string): void {
    this.#tainted.set(stack, this.#taintedOf(stack).add(logical));
  }

  /** Runs a command whose settings have the key of another account. It must send no change, and the state must stay. */
  async stepInOtherAccount(planned: Planned): Promise<void> {
    const { world } = this;
    const command = this.#commandOf(planned);
    const state = () => JSON.stringify(world.backend.get(command.stack).checkpoint?.resources);
    const before = state();
    world.network.begun = [];
    const { code, output } = await world.inOtherAccount(() => world.simulation.until(run(world, command)));
    this.output = output;
    if (code === 0) this.wrong.push(`ANOTHER ACCOUNT: ${command.verb} ended with 0`);
    if (state() !== before) this.wrong.push(`ANOTHER ACCOUNT: ${command.verb} has changed the state`);
    for (const { method, path } of world.network.begun.filter(mayChange))
      this.wrong.push(`ANOTHER ACCOUNT: ${command.verb} has sent ${method} ${path}`);
  }

  /** In a hasty life, waits until reads show what no command has waited for, because the next one could not know it earlier. */
  async shown(): Promise<void> {
    if (this.isHasty) await this.world.simulation.settle(60_000);
  }

  /** Runs commands at the same time, and checks what they have done. */
  async step(planned: readonly Planned[]): Promise<void> {
    const { world } = this;
    const before = this.scene();
    const running: { all: Running; kill: Kill; at: number }[] = [];
    const interrupted: Running[] = [];
    world.network.begun = [];
    world.simulation.onEvent = () => {
      for (const one of running.splice(0)) if (!this.#killIfDue(one)) running.push(one);
    };
    const commands = planned.map((one) => this.#commandOf(one));
    const runs = await world.simulation.until(
      Promise.all(
        planned.map((one, index) =>
          run(world, commands[index] as Command, (all) => {
            if (one.kill?.what === "interrupt") interrupted.push(all);
            if (one.kill !== undefined) running.push({ all, kill: one.kill, at: world.simulation.events });
          }),
        ),
      ),
    );
    world.simulation.onEvent = () => {};
    const isFaulted = this.#endFaults() || planned.some(({ kill }) => kill !== undefined);
    // Late requests, and the remaining work of an orphaned provider, must have finished before the check.
    const sizeAtEnd = this.scene().live.size;
    await world.simulation.settle(isFaulted || !this.isHasty ? 120_000 : this.random.between(0, 20_000));
    if (isFaulted && this.scene().live.size !== sizeAtEnd) await this.shown();
    const actions = planned.map((one, index) => {
      const { name } = (commands[index] as Command).machine;
      const interrupted = this.#interruptedOn.get(one.stack) ?? new Set();
      const isElsewhere = interrupted.size > 0 && [...interrupted].some((other) => other !== name);
      if (isFaulted) this.#interruptedOn.set(one.stack, interrupted.add(name));
      const how = { before, faulted: isFaulted, isElsewhere, command: commands[index] as Command };
      return this.#actionOf(one, runs[index] as Run, how);
    });
    const after = this.#check(before, actions, runs);
    this.wrong.push(...sentAfterInterrupt(world.network.begun, interrupted), ...sentOwn(world.network.begun));
    for (const action of actions) await this.#answer(action, after);
  }

  #killIfDue({ all, kill, at }: { all: Running; kill: Kill; at: number }): boolean {
    if (this.world.simulation.events - at < kill.afterEvents) return false;
    if (!all.engine.isAlive) return true;
    if (kill.what === "provider" && all.providers.length === 0) return false;
    this.killed++;
    if (kill.what === "interrupt") all.interrupt();
    if (kill.what === "engine" || kill.what === "all") all.engine.kill();
    if (kill.what === "provider" || kill.what === "all") for (const one of all.providers) one.process.kill();
    return true;
  }

  #commandOf({ stack, verb, replaced = [], refreshes, previews }: Planned): Command {
    this.commands++;
    const entries = this.scene().entries.get(stack) ?? [];
    const targets = this.options.isTargeted === true ? this.#targetsOf(stack, verb, entries) : undefined;
    return {
      ...{ targets, verb, stack: stack.name, desired: stack.desired.map((one) => ({ ...one })) },
      ...{ machine: this.#machine(), parallel: this.random.pick([1, 4, 8]) },
      ...{ refreshes: refreshes === true, previews: previews === true },
      ...(refreshes !== true && this.options.savesAtEnd === true && { savesAtEnd: true }),
      repeats: this.options.repeats ?? 0,
      replaced: entries.filter(({ logical }) => replaced.includes(logical)).map(({ urn }) => urn),
    };
  }

  /** One or two targets, among the resources that the program declares or that are in state. */
  #targetsOf(stack: StackModel, verb: Command["verb"], entries: readonly Entry[]): ReadonlySet<string> | undefined {
    const declared = verb === "up" ? goalsOf(stack.name, stack.desired) : [];
    const urns = [...new Set([...declared, ...entries].map(({ urn }) => urn))];
    if (urns.length === 0) return undefined;
    const pick = () => urns[this.random.between(0, urns.length - 1)] as string;
    const targets = new Set([pick(), pick()]);
    // A person who moves a rule into another set targets both sets: no run asks a set outside of the targets whether it keeps the rule.
    const names = [...targets].map((urn) => urn.split("::").at(-1));
    const moved = stack.desired.filter(
      ({ adopt, logical }) => adopt !== undefined && names.includes(resourceName(logical)),
    );
    for (const { urn, kind, id } of entries)
      if (moved.some((one) => one.kind === kind && one.adopt === id)) targets.add(urn);
    this.say(`(with --target ${[...targets].map((urn) => urn.split("::").slice(2).join(" "))})`);
    return targets;
  }

  /** Most commands of a life run on one machine. */
  #machine(): Machine {
    const [first, second] = this.world.machines;
    return (this.random.next() < 0.8 ? first : second) as Machine;
  }

  #actionOf(
    { stack, verb, replaced = [], kill }: Planned,
    { code, output }: Run,
    {
      before,
      faulted,
      isElsewhere,
      command,
    }: { before: Scene; faulted: boolean; isElsewhere: boolean; command: Command },
  ): Action {
    const { refreshes, targets: urns, machine } = command;
    const entries = before.entries.get(stack) ?? [];
    const targets = urns && targetsIn(urns, verb, stack, entries);
    const isAsked = !isElsewhere && !this.renamed.has(stack) && entries.some(({ isReplacing }) => !isReplacing);
    // No provider runs if nothing is declared and nothing is in state, or if no target is.
    const isChecked =
      verb === "up" && stack.desired.some(({ logical }) => targets?.has(resourceName(logical)) !== false);
    const canTell = isChecked || isAsked;
    const all = [...replaced, ...this.#taintedOf(stack)];
    // Nobody can report what a killed provider has done.
    const seen = kill?.what === "provider" && code !== 0 ? null : code;
    return {
      stack,
      verb,
      code: seen,
      output,
      faulted,
      canTell,
      isElsewhere,
      replaced: all,
      refreshes,
      targets,
      machine: machine.name,
    };
  }

  /**
   * What a person does after a command: reacts to a failure without a fault, and removes from the program what a successful `up`
   * no longer needs.
   */
  async #answer({ stack, verb, code, output, faulted, targets }: Action, after: Scene): Promise<void> {
    if (verb !== "up" || code === null || this.wrong.length > 0) return;
    if (code === 0) {
      this.#failures.delete(stack);
      if (targets === undefined) this.#tainted.delete(stack);
      for (const one of stack.desired) {
        if (targets?.has(resourceName(one.logical)) === false) continue;
        delete one.adopt;
        delete one.mayBeSecond;
      }
      return;
    }
    if (faulted) return;
    this.#removeRecords(output);
    this.#takeBack(stack, after, output);
    this.#giveUp(stack, output);
    for (const text of giveWay(stack, after, output, this.verdict, this.random.next() < 0.6)) this.say(text);
    keepSetsWhole(stack.desired);
    if (wantsRefresh(output)) {
      this.say(`refresh ${stack.name}`);
      await this.step([{ stack, verb: "refresh" }]);
    }
  }

  /** A purchase that is not on the platform: the person has checked this, and removes its record. */
  #removeRecords(output: string): void {
    const advice = output.split("\n").filter((line) => line.includes("does not prove that nothing was bought"));
    for (const [path] of advice.join("\n").matchAll(/\/project\/\S+\.json/g))
      for (const { disk } of this.world.machines)
        if (disk.has(path)) {
          disk.remove(path, this.world.simulation.nowMs);
          this.say(`the record ${path} is removed`);
        }
  }

  /** Removes from the program what has failed three times in a row. */
  #giveUp(stack: StackModel, output: string): void {
    const failures = (this.#failures.get(stack) ?? 0) + 1;
    this.#failures.set(stack, failures);
    if (failures < 3) return;
    // A text about a set names the set or the rule.
    const namesOf = ({ logical }: Declared) => [logical, resourceName(logical)];
    const isNamed = (name: string) => output.includes(`"${name}"`) || output.includes(`'${name}'`);
    const given = stack.desired.filter((one) => namesOf(one).some(isNamed));
    for (const one of given) stack.desired.splice(stack.desired.indexOf(one), 1);
    this.say(`(the program gives up ${given.map(({ logical }) => logical)})`);
  }

  /**
   * Undoes a change that requires an impossible replacement: the resource gets its former name again, and a purchased object is
   * no longer tainted.
   */
  #takeBack(stack: StackModel, after: Scene, output: string): void {
    if (output.includes("reservation") && this.#taintedOf(stack).size > 0) {
      this.say(`state untaint ${[...this.#taintedOf(stack)]}`);
      this.world.backend.untaint(stack.name);
      this.#seen = undefined;
      this.#tainted.delete(stack);
    }
    for (const wanted of stack.desired) {
      if (!output.includes(wanted.logical)) continue;
      this.#forgetOther(stack, wanted, output);
      const entry = after.entries
        .get(stack)
        ?.find(({ kind, logical }) => kind === wanted.kind && logical === wanted.logical);
      const bought = entry?.key === undefined ? undefined : after.live.get(entry.key);
      const isGone = entry?.isUnsettled === true && entry.key === undefined;
      // The object is deleted and the new one's name is taken, or an interrupted run has requested the object by that name.
      const [, asked] = /Name it \d+\/\d+\/([\w-]+) again/.exec(output) ?? [];
      if (isGone && wanted.kind !== "threshold" && isUnique(wanted.kind) && output.includes(`"${wanted.logical}"`)) {
        wanted.name = asked ?? `${wanted.name}-2`;
        this.say(`(the program calls ${wanted.logical} "${wanted.name}")`);
      }
      if (bought === undefined || bought.name === wanted.name) continue;
      // A client has one threshold, which another resource of the program sets by now.
      if (
        wanted.kind === "threshold" &&
        stack.desired.some(({ kind, name }) => kind === wanted.kind && name === bought.name)
      )
        continue;
      this.say(`(the program calls ${wanted.logical} "${bought.name}" again)`);
      wanted.name = bought.name;
    }
  }

  /** The object with this name is not the one in state: the state forgets it, and the program requests a new one. */
  #forgetOther(stack: StackModel, wanted: Declared, output: string): void {
    const advice = output.split("\n").find((line) => line.includes("pulumi state delete"));
    const entry = this.scene()
      .entries.get(stack)
      ?.find(({ logical }) => logical === wanted.logical);
    if (advice?.includes(`"${wanted.logical}"`) !== true || entry === undefined) return;
    this.world.backend.forget(stack.name, entry.urn);
    this.#seen = undefined;
    wanted.name = `${wanted.name}-own`;
    this.say(`state delete ${wanted.logical}, and the program calls it "${wanted.name}"`);
  }

  #endFaults(): boolean {
    const { faults } = this.world.platform;
    const { network } = this.world;
    const wasHit = [...faults.list(), ...faults.history()].some(({ hits }) => hits > 0);
    faults.clear();
    const isDisturbed = network.disturbances.length < network.planned;
    network.plan([]);
    return wasHit || isDisturbed;
  }

  #taintedOf(stack: StackModel): Set<string> {
    return this.#tainted.get(stack) ?? new Set();
  }

  /** Whether the reported object was being deleted when a command read it. Such an object may be in state. */
  #wasLeaving(text: string): boolean {
    const [, key = ""] = /^DEAD: .* holds (\S+),/.exec(text) ?? [];
    return this.#leaving.has(key);
  }

  /** Whether the output names an object that is being deleted; such an object still counts as existing for a text. */
  #namesLeaving(): boolean {
    return [...this.#leaving].some(([key, id]) =>
      [key.replace("cluster:", ""), id].some((one) => this.output.includes(one)),
    );
  }

  /** The scene without clusters that the platform itself removed after a failed creation, because nobody deleted them. */
  #withoutWithdrawn(before: Scene, after: Scene): Scene {
    const { tasks } = this.world.platform.store;
    const isWithdrawn = (key: string) => {
      const creation = after.live.has(key) ? undefined : tasks.get(this.#creators.get(key) ?? "");
      return creation?.state === "ERROR" && !this.#isAskedToGo(before.live.get(key)?.name ?? "");
    };
    return { ...before, live: new Map([...before.live].filter(([key]) => !isWithdrawn(key))) };
  }

  /** Whether a process has requested the deletion of a cluster in this step. */
  #isAskedToGo(name: string): boolean {
    return this.world.network.begun.some(({ method, path }) => method === "DELETE" && path.endsWith(`/${name}`));
  }

  #check(from: Scene, actions: readonly Action[], runs: readonly Run[]): Scene {
    const after = this.scene();
    const before = this.#withoutWithdrawn(from, after);
    this.output = actions.map(({ output }) => output).join("\n----\n");
    this.wrong = [
      ...this.verdict
        .check(before, after, actions)
        .filter((text) => !this.#wasLeaving(text) && !(text.includes("names no object") && this.#namesLeaving())),
      ...beyondOwnership(this.world, { before, after, actions, runs }),
      ...this.stops.check(
        before,
        after,
        actions,
        runs.map(({ failures }) => failures),
      ),
    ];
    return after;
  }
}

/** Logical names of the targets. Declared resources match by their URN in the program, others by their URN in state. */
function targetsIn(
  urns: ReadonlySet<string>,
  verb: Command["verb"],
  { name, desired }: StackModel,
  entries: readonly Entry[],
): ReadonlySet<string> {
  const goals = verb === "up" ? goalsOf(name, desired) : [];
  // The engine's own imports ignore targets.
  const isImported = ({ importId }: Goal) => importId !== undefined && entries.every(({ id }) => id !== importId);
  const declared = goals.filter((goal) => urns.has(goal.urn) || isImported(goal));
  const names = declared.map(({ urn }) => urn.split("::").at(-1) ?? "");
  // If the program declares the set, a rule that it no longer declares is deleted with the set's update.
  const isDeclared = (one: Entry) =>
    declarationOf(desired, one, entries) !== undefined ||
    (isOfSet(one) && desired.some(({ logical }) => resourceName(logical) === resourceName(one.logical)));
  const left = entries.filter((one) => urns.has(one.urn) && (verb !== "up" || !isDeclared(one)));
  return new Set([...names, ...left.map(({ logical }) => resourceName(logical))]);
}
