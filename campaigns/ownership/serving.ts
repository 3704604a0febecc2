import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPlugin } from "../../provider/pack/native/build.ts";
import { type ProviderKind, providerKinds } from "../../test/helpers/provider-kinds.ts";
import { Random } from "../cluster/random.ts";
import type { Declared } from "./kinds.ts";

/** The provider that serves the resources of a run: one of the two, or both within one stack. */
export const servings = [...providerKinds, "mixed"] as const;
export type Serving = (typeof servings)[number];

export function servingOf(text: string): Serving {
  const serving = servings.find((one) => one === text);
  if (serving === undefined) throw new Error(`--provider is one of ${servings.join(", ")}, not ${text}.`);
  return serving;
}

/** Probability with which a resource of a mixed run moves to the other provider. */
const moved = 0.15;

/** Assigns providers to resources. It draws from its own random sequence, so that a seed is the same run with each provider. */
export class Server {
  readonly #serving: Serving;
  readonly #random: Random;

  constructor(serving: Serving, seed: number) {
    this.#serving = serving;
    this.#random = new Random(seed + 500_000);
  }

  /** Assigns a provider to new resources. Returns texts about resources that have moved to the other one. */
  serve(desired: readonly Declared[]): string[] {
    return desired.flatMap((one) => {
      const before = one.provider;
      one.provider = before === undefined ? this.#pick() : this.#next(before);
      return before === undefined || before === one.provider ? [] : [`move ${one.logical} to ${one.provider}`];
    });
  }

  #next(provider: ProviderKind): ProviderKind {
    const moves = this.#serving === "mixed" && this.#random.next() < moved;
    return moves ? (providerKinds.find((other) => other !== provider) ?? provider) : provider;
  }

  #pick(): ProviderKind {
    return this.#serving === "mixed" ? this.#random.pick(providerKinds) : this.#serving;
  }
}

/** The plugin of the native provider, built for the processes of a campaign. */
export async function builtPlugin(): Promise<{ folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "campaign-plugin-"));
  await buildPlugin(folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
