import type { ProviderKind } from "../../../test/helpers/provider-kinds.ts";
import type { Declared } from "../../ownership/kinds.ts";
import type { Machine, Process } from "../world/machine.ts";
import type { World } from "../world/world.ts";
import type { Stack } from "./backend.ts";
import { Deployment, type Failure, type Operation, type Surroundings } from "./deployment.ts";
import { goalsOf } from "./program.ts";
import type { Provider } from "./provider.ts";

/** A command of the Pulumi CLI that runs the engine. */
export interface Command {
  verb: "up" | "refresh" | "destroy";
  stack: string;
  machine: Machine;
  /** What the program of an `up` declares. */
  desired: readonly Declared[];
  /** Whether it is `up --refresh`. */
  refreshes?: boolean;
  /** URNs of `--replace`. */
  replaced?: readonly string[];
  /** URNs of `--target`; undefined: all. */
  targets?: ReadonlySet<string> | undefined;
  /** Whether a preview runs first. An `up` whose preview fails does nothing. */
  previews?: boolean;
  parallel?: number;
  /** `PULUMI_SKIP_CHECKPOINTS`; not together with `refreshes`. */
  savesAtEnd?: boolean;
  /** How often an `onError` hook repeats a failed operation. */
  repeats?: number;
}

/** The result of a command. */
export interface Run {
  /** null if the command was killed. */
  code: number | null;
  output: string;
  /** The operations that its preview has shown, by URN. */
  shown: ReadonlyMap<string, Operation> | undefined;
  done: ReadonlyMap<string, Operation>;
  /** The errors of its preview and of the run itself. */
  failures: readonly Failure[];
}

/** The parts of a command that can be killed. */
export interface Running {
  engine: Process;
  providers: Provider[];
  title: string;
  /** Ctrl-C: the engine starts no further step, and notifies the providers. */
  interrupt(): void;
  /** The time of the interruption; undefined if there was none. */
  interruptedAtMs?: number;
}

/** Runs a command until it ends or is killed. `onStart` receives the parts that can be killed. */
export async function run(
  world: World,
  command: Command,
  onStart: (running: Running) => void = () => {},
): Promise<Run> {
  const { verb, machine, previews = false } = command;
  const title = `${verb} ${command.stack}`;
  const engine = world.startEngine(
    machine,
    title,
    command.savesAtEnd === true ? { PULUMI_SKIP_CHECKPOINTS: "true" } : {},
  );
  const lines: string[] = [];
  const failures: Failure[] = [];
  let current: Deployment | undefined;
  const running: Running = {
    ...{ engine, providers: [], title },
    interrupt: () => {
      running.interruptedAtMs = world.simulation.nowMs;
      world.simulation.note(`${title} is interrupted`);
      current?.cancel();
      for (const provider of running.providers) provider.cancel();
    },
  };
  onStart(running);
  const stack = world.backend.get(command.stack);
  const { promise: death, resolve: die } = Promise.withResolvers<void>();
  engine.onDeath(die);
  const print = (line: string) => {
    if (engine.isAlive) lines.push(line);
  };
  let shown: ReadonlyMap<string, Operation> | undefined;
  let done: ReadonlyMap<string, Operation> = new Map();
  const code = await Promise.race([
    death.then(() => null),
    (async () => {
      if (stack.lockedBy?.isAlive === true) {
        print("error: the stack is currently locked by 1 lock(s).");
        return 255;
      }
      stack.lockedBy = engine;
      const { parallel = 8, repeats = 0, savesAtEnd = false, targets } = command;
      const around = { process: engine, stack, print, parallel, repeats, savesAtEnd, targets };
      const startMs = world.simulation.nowMs;
      const phase = async (isPreview: boolean) => {
        const providers = providersOf(world, running, print);
        const onDeployment = (deployment: Deployment) => {
          current = deployment;
          if (running.interruptedAtMs !== undefined) deployment.cancel();
        };
        const deployment = await deploy(command, { ...around, providerOf: providers }, isPreview, onDeployment);
        failures.push(...deployment.failures);
        for (const one of running.providers.splice(0)) one.process.kill();
        return deployment;
      };
      if (previews && verb === "up") {
        const preview = await phase(true);
        shown = preview.operations;
        if (preview.hasFailed) return end(stack, startMs, 1);
      }
      const deployment = await phase(false);
      done = deployment.operations;
      return end(stack, startMs, deployment.hasFailed ? 1 : 0);
    })(),
  ]);
  engine.isAlive = false;
  world.simulation.note(`${title} → ${code}${lines.map((line) => `\n    ${line}`).join("")}`);
  return { code, output: lines.join("\n"), shown, done, failures };

  function end(ended: Stack, startMs: number, exitCode: number): number {
    ended.lockedBy = undefined;
    ended.updatedAtMs = world.simulation.nowMs;
    ended.history.push({ startMs, endMs: world.simulation.nowMs });
    return exitCode;
  }
}

async function deploy(
  { verb, refreshes = false, replaced = [], stack, desired }: Command,
  given: Surroundings,
  isPreview: boolean,
  onDeployment: (deployment: Deployment) => void,
): Promise<Deployment> {
  // A preview works on a copy, because what it refreshes is not saved.
  const around = isPreview ? { ...given, stack: { ...given.stack } } : given;
  const { process, print } = around;
  await process.io(100, () => undefined);
  const pending = around.stack.checkpoint?.pending ?? [];
  if (refreshes) {
    const first = new Deployment(around);
    onDeployment(first);
    await first.refresh();
    if (first.hasFailed) return first;
  } else if (verb !== "refresh" && pending.length > 0 && !isPreview) {
    print(
      `warning: Attempting to deploy or update resources with ${pending.length} pending operations from previous deployment.`,
    );
    for (const { resource, type } of pending) print(`  * ${resource.urn}, interrupted while ${type}`);
  }
  const deployment = new Deployment(around);
  onDeployment(deployment);
  if (verb === "refresh") await deployment.refresh();
  else if (verb === "destroy") await deployment.destroy();
  else await deployment.update(goalsOf(stack, desired), { isPreview, replaced });
  if (!isPreview && (around.savesAtEnd || !deployment.hasFailed)) await deployment.save({ isEnd: true });
  return deployment;
}

/** The providers of one run. Each has a process, which is started on first use. */
function providersOf(world: World, running: Running, print: (line: string) => void): (type: string) => Provider {
  const providers = new Map<ProviderKind, Provider>();
  return (type) => {
    const kind: ProviderKind = type.startsWith("pulumi-nodejs:") ? "dynamic" : "native";
    const known = providers.get(kind);
    if (known !== undefined) return known;
    const made = world.startProvider(kind, running.engine, print);
    providers.set(kind, made);
    running.providers.push(made);
    if (running.interruptedAtMs !== undefined) made.cancel();
    return made;
  };
}
