import type { Declared, Kind } from "../ownership/kinds.ts";
import { type Live, liveObjects } from "../ownership/objects.ts";
import { tellsOf } from "../ownership/scene.ts";
import { type Run, type Running, run } from "../simulation/engine/command.ts";
import type { Load } from "../simulation/product/bundle.ts";
import type { Machine } from "../simulation/world/machine.ts";
import type { Fate } from "../simulation/world/network.ts";
import { World } from "../simulation/world/world.ts";
import type { Step } from "./check.ts";

/** A trace of the model, for the simulation. */
export interface Trace {
  /** Number of objects that somebody else has created before. */
  strangers: number;
  /** Whether the stacks create a purchase; otherwise a rule template. */
  isCostly: boolean;
  /** Whether the two stacks cannot see each other. */
  isApart: boolean;
  steps: readonly Step[];
}

/** A stack of the model with its running command. */
interface Player {
  name: string;
  state: "none" | "idle" | "runs";
  mayBeSecond: boolean;
  running?: Running | undefined;
  ended?: Promise<Run>;
  /** Decides the fate of the held request. */
  decide?: ((fate: Fate) => void) | undefined;
  /** Releases the held response. */
  answer?: (() => void) | undefined;
  /** Each lets a late request arrive. */
  arrivals: (() => void)[];
  outputs: string[];
}

const patienceMs = 90_000;

/** Plays a trace of the model with the product, and returns the promises that do not hold at the end. */
export async function play(trace: Trace, load: Load): Promise<{ broken: string[]; log: string[] }> {
  return new Play(trace, load).play();
}

class Play {
  readonly #world: World;
  readonly #kind: Kind;
  readonly #steps: readonly Step[];
  readonly #strangers: number;
  readonly #players = new Map<string, Player>();
  /** By its key, the stack whose request has created an object, in the order of creation. */
  readonly #makers = new Map<string, string>();
  /** Keys of the objects that the platform has from the start. */
  readonly #first: ReadonlySet<string>;
  readonly #given = new Set<string>();
  readonly #wanted = new Set<string>();

  constructor({ strangers, isCostly, isApart, steps }: Trace, load: Load) {
    this.#world = new World(1, load);
    const { backend } = this.#world;
    const answer = backend.answer.bind(backend);
    if (isApart)
      backend.answer = (args, title) => {
        const text = answer(args, title);
        if (args[1] !== "ls" || text === undefined) return text;
        return JSON.stringify(JSON.parse(text).filter(({ name }: { name: string }) => title.includes(` ${name} `)));
      };
    this.#first = new Set(liveObjects(this.#world.platform).keys());
    this.#kind = isCostly ? "reservation" : "rule";
    this.#steps = inOrder(steps);
    this.#strangers = strangers;
    for (const stack of ["one", "two"])
      this.#players.set(stack, { name: "", state: "none", mayBeSecond: false, arrivals: [], outputs: [] });
  }

  async play(): Promise<{ broken: string[]; log: string[] }> {
    if (this.#strangers > 0) await this.#stranger();
    this.#begin("one", "dev");
    this.#world.network.gate = (process, { method, path }) =>
      method === "POST" && !path.includes("pricing") ? this.#hold(process.title) : undefined;
    for (const [index, step] of this.#steps.entries()) await this.#take(step, this.#steps.slice(index + 1));
    this.#world.network.gate = () => undefined;
    await this.#end();
    const broken = [...this.#broken(), ...(await this.#next())];
    return { broken, log: [...this.#world.simulation.trace] };
  }

  /** Creates somebody else's object: it belongs to a stack whose state nobody can read. */
  async #stranger(): Promise<void> {
    const { backend, simulation } = this.#world;
    backend.init("stranger");
    await simulation.until(run(this.#world, this.#command("stranger", "runner", {})));
    backend.stacks.delete("stranger");
    this.#note("stranger");
  }

  #begin(stack: string, name: string): void {
    this.#world.backend.init(name);
    Object.assign(this.#player(stack), { name, state: "idle" });
  }

  #player(stack: string): Player {
    const player = this.#players.get(stack);
    if (player === undefined) throw new Error(`There is no stack ${stack}.`);
    return player;
  }

  #machine(name: string): Machine {
    return (this.#world.machines.find((one) => one.name === name) ?? this.#world.machines[0]) as Machine;
  }

  #command(name: string, machine: string, { adopt, mayBeSecond, verb = "up" as "up" | "destroy" }: Wanted) {
    const one: Declared = { kind: this.#kind, logical: "own", name: "alpha", variant: this.#kind === "rule" ? 1 : 0 };
    const desired = [{ ...one, ...(adopt !== undefined && { adopt }), ...(mayBeSecond === true && { mayBeSecond }) }];
    return { verb, stack: name, machine: this.#machine(machine), desired, parallel: 1 };
  }

  /** Holds a request that creates until the trace decides its fate. */
  #hold(title: string): Promise<Fate> | undefined {
    const player = [...this.#players.values()].find(({ name }) => name !== "" && title.split(" ")[1] === name);
    if (player === undefined) return undefined;
    return new Promise((decide) => {
      player.decide = decide;
    });
  }

  async #take({ stack, machine, what, object }: Step, later: readonly Step[]): Promise<void> {
    const player = this.#player(stack);
    this.#world.simulation.note(`— ${stack} ${machine} ${what} ${object}`);
    switch (what) {
      case "new stack":
        return this.#begin(stack, object);
      case "rename":
        this.#world.backend.rename(player.name, object);
        player.name = object;
        return undefined;
      case "allow":
        player.mayBeSecond = true;
        this.#wanted.add(stack);
        return undefined;
      case "import":
        this.#given.add(stack);
        return this.#whole(stack, machine, { adopt: this.#objects()[Number(object) - 1]?.id });
      case "destroy":
        return this.#whole(stack, machine, { verb: "destroy" });
      case "up":
        return object === "None" ? this.#start(stack, machine) : this.#whole(stack, machine, {});
      case "answer":
      case "lose response":
        return this.#answer(stack, what, later);
      case "lose request":
        return this.#decide(player, "request lost");
      case "delay":
        return this.#decide(player, this.#lateFate(player));
      case "kill, arrives":
        this.#kill(player);
        return this.#decide(player, this.#lateFate(player));
      case "kill":
        this.#kill(player);
        return this.#decide(player, "request lost");
      case "arrive":
        player.arrivals.shift()?.();
        await this.#world.simulation.settle(100);
        return this.#note(stack);
      case "save":
        player.answer?.();
        return this.#wait(player);
      case "stop":
      case "send again":
        return this.#wait(player);
      default:
        return undefined;
    }
  }

  #lateFate(player: Player): Fate {
    return { arrivesAfter: new Promise<void>((arrive) => player.arrivals.push(arrive)) };
  }

  async #start(stack: string, machine: string): Promise<void> {
    const player = this.#player(stack);
    player.state = "runs";
    const command = this.#command(player.name, machine, { mayBeSecond: player.mayBeSecond });
    player.ended = run(this.#world, command, (running) => {
      player.running = running;
    }).then((done) => {
      player.state = "idle";
      player.outputs.push(done.output);
      if (done.code === 0) player.mayBeSecond = false;
      return done;
    });
    await this.#wait(player, 5_000);
  }

  async #whole(stack: string, machine: string, wanted: Wanted): Promise<void> {
    const player = this.#player(stack);
    const command = this.#command(player.name, machine, wanted);
    const { output } = await this.#world.simulation.until(run(this.#world, command));
    player.outputs.push(output);
  }

  /** Waits until the command has ended or one of its requests is held. A search takes a minute. */
  async #wait(player: Player, forMs = patienceMs): Promise<void> {
    const { simulation } = this.#world;
    for (let waitedMs = 0; waitedMs < forMs && player.state === "runs" && player.decide === undefined; waitedMs += 250)
      await simulation.settle(250);
  }

  async #decide(player: Player, fate: Fate): Promise<void> {
    player.decide?.(fate);
    player.decide = undefined;
    await this.#world.simulation.settle(300);
  }

  /**
   * Creates the object. If a kill follows in the trace, it happens when the record contains the id but the state does not. If a
   * step of the other stack follows, the response is held until after it.
   */
  async #answer(stack: string, what: "answer" | "lose response", later: readonly Step[]): Promise<void> {
    const player = this.#player(stack);
    const isKilled = later.find((one) => one.stack === stack)?.what === "kill";
    if (what === "lose response") await this.#decide(player, "response lost");
    else if (later[0] !== undefined && later[0].stack !== stack)
      await this.#decide(player, {
        isAnsweredAfter: new Promise<void>((answer) => {
          player.answer = answer;
        }),
      });
    else {
      if (isKilled) this.#killWhenNoted(player);
      await this.#decide(player, "answered");
      await this.#wait(player, 2_000);
      this.#world.simulation.onEvent = () => {};
    }
    this.#note(stack);
  }

  #killWhenNoted(player: Player): void {
    const { simulation, machines } = this.#world;
    const isNoted = ([path, { text }]: [string, { text: string }]) =>
      path.endsWith(".json") && text.includes(`urn:pulumi:${player.name}::`) && /"facts":\{.*"id":/.test(text);
    simulation.onEvent = () => {
      const files = machines.flatMap(({ disk }) => [...disk.files]);
      if (player.running?.engine.isAlive === true && files.some(isNoted)) this.#kill(player);
    };
  }

  /** Kills the command. The person then releases its lock with `pulumi cancel`. */
  #kill({ running, name }: Player): void {
    running?.engine.kill();
    this.#world.backend.get(name).lockedBy = undefined;
    for (const { process } of running?.providers ?? []) process.kill();
  }

  /** Records who has created the new objects. */
  #note(maker: string): void {
    for (const { key } of this.#objects()) if (!this.#makers.has(key)) this.#makers.set(key, maker);
  }

  #objects(): Live[] {
    const all = [...liveObjects(this.#world.platform).values()];
    return all.filter(({ key, kind }) => kind === this.#kind && !this.#first.has(key));
  }

  /** Lets everything that is still running finish. */
  async #end(): Promise<void> {
    for (const player of this.#players.values()) {
      player.answer?.();
      player.decide?.("answered");
    }
    for (const player of this.#players.values()) for (const arrive of player.arrivals.splice(0)) arrive();
    for (const [stack, player] of this.#players) {
      player.decide = undefined;
      await this.#wait(player);
      this.#note(stack);
    }
    await this.#world.simulation.settle(1_000);
  }

  #held({ name }: Player): string | undefined {
    const { resources = [] } = this.#world.backend.stacks.get(name)?.checkpoint ?? {};
    const id = resources.find(({ urn }) => urn.endsWith("::own"))?.id;
    return id === undefined ? undefined : `${this.#kind}:${id}`;
  }

  #broken(): string[] {
    const [one, two] = [...this.#players.values()].map((player) => this.#held(player));
    const broken = new Set<string>();
    if (one !== undefined && one === two) broken.add("OneOwner");
    for (const [stack, player] of this.#players) {
      const held = this.#held(player);
      const maker = held === undefined ? stack : this.#makers.get(held);
      if (maker !== stack && !this.#given.has(stack) && !this.#given.has(maker ?? "")) broken.add("NothingTaken");
      const mine = this.#objects().filter(({ key }) => this.#makers.get(key) === stack);
      const isTold = mine.some((live) => player.outputs.some((output) => tellsOf(output, live)));
      if (mine.length > 1 && !isTold && !this.#wanted.has(stack)) broken.add("NothingTwice");
    }
    return [...broken];
  }

  /** Whether a stack without an object can get one if its program sets allowDuplicate and a person follows the error's text. */
  async #next(): Promise<string[]> {
    for (const [stack, player] of this.#players) {
      if (player.state === "none" || this.#held(player) !== undefined) continue;
      await this.#whole(stack, "laptop", { mayBeSecond: true });
      if (this.#held(player) === undefined && player.outputs.at(-1)?.includes("--clear-pending-creates") === true) {
        const own = this.#world.backend.get(player.name);
        if (own.checkpoint !== undefined) own.checkpoint = { ...own.checkpoint, pending: [] };
        await this.#whole(stack, "laptop", { mayBeSecond: true });
      }
      if (this.#held(player) === undefined) return ["NextIsPossible"];
    }
    return [];
  }
}

/**
 * Reorders steps: a command that only searches is started at the step in which its search ends, because a search that started
 * earlier would also end earlier.
 */
function inOrder(steps: readonly Step[]): Step[] {
  const left = [...steps];
  const ordered: Step[] = [];
  for (let step = left.shift(); step !== undefined; step = left.shift()) {
    const { stack, what } = step;
    const own = left.filter((one) => one.stack === stack);
    const next = own[1] === undefined ? -1 : left.indexOf(own[1]);
    if (what === "up" && own[0]?.what === "search" && next > 1) left.splice(next, 0, step);
    else ordered.push(step);
  }
  return ordered;
}

interface Wanted {
  adopt?: string | undefined;
  mayBeSecond?: boolean;
  verb?: "up" | "destroy";
}
