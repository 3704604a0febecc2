import { facts } from "../../ownership/kinds.ts";
import { liveObjects } from "../../ownership/objects.ts";
import { ambiguityTimeoutSeconds, pollIntervalSeconds, speed } from "../../ownership/world.ts";
import { type Running, run } from "../engine/command.ts";
import type { Load } from "../product/bundle.ts";
import type { Machine } from "../world/machine.ts";
import { World } from "../world/world.ts";
import { errorsOf, type Observed, requestsOf, stateOf } from "./observed.ts";
import { programFor } from "./program.ts";
import type { Command, Move } from "./script.ts";

const creating = new Set<string>(Object.values(facts).map(({ create }) => create));

const settings = {
  "cloudplatform:pollIntervalSeconds": pollIntervalSeconds,
  "cloudplatform:ambiguityTimeoutSeconds": ambiguityTimeoutSeconds,
};

/** Runs the steps of a script in the simulation, with the timing of the real CLI's world. */
export class SimulatedLife {
  readonly #world: World;

  constructor(seed: number, load: Load) {
    this.#world = new World(seed, load, { settings, speed });
    // As with the real CLI, the simulated staff do not approve reservations.
    this.#world.platform.timers.on("reservation.CREATED", () => undefined);
  }

  async take(move: Move): Promise<Observed | undefined> {
    const { backend } = this.#world;
    switch (move.do) {
      case "begin":
        backend.init(move.stack);
        return undefined;
      case "rename stack":
        backend.rename(move.stack, move.to);
        return undefined;
      case "rename resource": {
        const one = this.#held(move.stack).find(({ urn }) => urn.endsWith(`::${move.logical}`));
        if (one !== undefined) backend.renameResource(move.stack, one.urn, move.to);
        return undefined;
      }
      default:
        return this.#command(move);
    }
  }

  #held(stack: string) {
    return this.#world.backend.get(stack).checkpoint?.resources ?? [];
  }

  async #command(move: Command): Promise<Observed> {
    const { platform, simulation, machines, backend } = this.#world;
    platform.requests.clear();
    for (const fault of move.faults ?? []) platform.faults.add(fault);
    const held = this.#held(move.stack);
    const replaced = held.filter(({ urn }) => move.replaced !== undefined && urn.endsWith(`::${move.replaced}`));
    const command = {
      ...{ verb: move.do, stack: move.stack, machine: machines[0] as Machine, parallel: 1 },
      ...{ refreshes: move.refreshes === true, replaced: replaced.map(({ urn }) => urn) },
      desired: move.do === "up" ? programFor(move, liveObjects(platform)) : [],
    };
    const { code, output } = await this.#killing(move.killedAt, (onStart) =>
      simulation.until(run(this.#world, command, onStart)),
    );
    await simulation.settle(10_000);
    platform.faults.clear();
    const { checkpoint } = backend.get(move.stack);
    const state = stateOf((checkpoint?.resources ?? []) as never, (checkpoint?.pending ?? []) as never);
    return { code, output, errors: errorsOf(output), ...requestsOf(platform), state };
  }

  /** Kills the command with all its processes when `at` creating requests have reached the platform. */
  async #killing<T>(at: number | undefined, action: (onStart: (running: Running) => void) => Promise<T>): Promise<T> {
    const { faults } = this.#world.platform;
    const match = faults.match;
    let running: Running | undefined;
    let requests = 0;
    faults.match = (target) => {
      if (creating.has(target.endpoint ?? "") && ++requests === at) {
        running?.engine.kill();
        for (const { process } of running?.providers ?? []) process.kill();
      }
      return match.call(faults, target);
    };
    try {
      return await action((started) => {
        running = started;
      });
    } finally {
      faults.match = match;
    }
  }
}
