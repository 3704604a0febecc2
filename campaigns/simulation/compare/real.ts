import { readFileSync } from "node:fs";
import { join } from "node:path";
import { liveObjects } from "../../ownership/objects.ts";
import { type Cli, World } from "../../ownership/world.ts";
import { errorsOf, type Observed, requestsOf, stateOf } from "./observed.ts";
import { programFor } from "./program.ts";
import type { Move } from "./script.ts";

/** Runs the steps of a script with the real CLI. */
export class RealLife {
  readonly #world: World;

  private constructor(world: World) {
    this.#world = world;
  }

  static async open(cli: Cli, plugin: string | undefined): Promise<RealLife> {
    return new RealLife(await World.open(cli, { plugin }));
  }

  close(): Promise<void> {
    return this.#world.close();
  }

  async take(move: Move): Promise<Observed | undefined> {
    const world = this.#world;
    switch (move.do) {
      case "begin":
        return this.#edit(move.stack, ["stack", "init"]);
      case "rename stack":
        return this.#edit(move.stack, ["stack", "rename", move.to]);
      case "rename resource": {
        const one = this.#checkpoint(move.stack).resources.find(({ urn }) => urn.endsWith(`::${move.logical}`));
        return one && this.#edit(move.stack, ["state", "rename", one.urn, move.to, "--yes"]);
      }
      default:
    }
    const { platform } = world.emulator;
    platform.requests.clear();
    world.addFaults(move.faults ?? []);
    const held = this.#checkpoint(move.stack).resources;
    const replaced = held.filter(({ urn }) => move.replaced !== undefined && urn.endsWith(`::${move.replaced}`));
    const args = [
      ...[move.do, "--yes", "--skip-preview", "--parallel", "1"],
      ...(move.refreshes === true ? ["--refresh"] : []),
      ...replaced.flatMap(({ urn }) => ["--replace", urn]),
    ];
    const { code, output } = await world.command(move.stack, args, {
      ...(move.do === "up" && { resources: programFor(move, liveObjects(platform)) }),
      ...(move.killedAt !== undefined && { kill: { request: move.killedAt, creates: true, delayMs: 0 } }),
    });
    world.endFaults();
    const { resources, pending } = this.#checkpoint(move.stack);
    return { code, output, errors: errorsOf(output), ...requestsOf(platform), state: stateOf(resources, pending) };
  }

  async #edit(stack: string, args: readonly string[]): Promise<undefined> {
    const { code, output } = await this.#world.command(stack, args);
    if (code !== 0) throw new Error(output);
  }

  #checkpoint(stack: string): { resources: Resource[]; pending: Pending[] } {
    const file = join(this.#world.folder, "backend/.pulumi/stacks/campaign", `${stack}.json`);
    const { latest } = JSON.parse(readFileSync(file, "utf8")).checkpoint;
    return { resources: latest?.resources ?? [], pending: latest?.pending_operations ?? [] };
  }
}

type Resource = Parameters<typeof stateOf>[0][number];
type Pending = Parameters<typeof stateOf>[1][number];
