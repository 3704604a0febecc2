import type { Endpoint } from "@cloudplatform/pulumi/api";
import type { Reshape } from "./reshape/reshape.ts";
import { type BehaviorSettings, behaviorsFrom } from "./settings.ts";
import { type BehaviorValues, reshapesFor } from "./table.ts";

/**
 * The current behaviors. Behaviors that only change the shape of a response are a list of transformations, which is empty if all behaviors
 * have their defaults. Handlers read the others.
 */
export class Behaviors {
  readonly #first: BehaviorSettings;
  readonly #fields: readonly Reshape[];
  #seeded: BehaviorSettings = {};
  #values: BehaviorValues;
  #reshapes: readonly Reshape[] = [];
  /** Called after each change, because some behaviors affect stored records or timers. */
  onChange: () => void = () => {};

  /**
   * @param first Behaviors at the start of the emulator; a reset restores them.
   * @param fields Transformations for reported fields that no behavior covers; they are always applied.
   */
  constructor(first: BehaviorSettings, fields: readonly Reshape[] = []) {
    this.#first = first;
    this.#fields = fields;
    this.#values = behaviorsFrom(first);
    this.#reshapes = this.#reshapesOf(this.#values);
  }

  #reshapesOf(values: BehaviorValues): readonly Reshape[] {
    return [...reshapesFor(values), ...this.#fields];
  }

  get values(): BehaviorValues {
    return this.#values;
  }

  /** Behaviors of the current seed. */
  get seeded(): BehaviorSettings {
    return this.#seeded;
  }

  /** Sets these behaviors; omitted behaviors get their default. */
  set(settings: BehaviorSettings): void {
    this.#values = behaviorsFrom(settings);
    this.#reshapes = this.#reshapesOf(this.#values);
    this.onChange();
  }

  /** Changes these behaviors and keeps the others. */
  change({ preset, ...values }: BehaviorSettings): void {
    this.set(preset === undefined ? { ...this.#values, ...values } : { preset, ...values });
  }

  /** Sets the behaviors of a seed, which apply until the next seed. The emulator's start options override them. */
  seed(settings: BehaviorSettings): void {
    this.#seeded = settings;
    this.reset();
  }

  reset(): void {
    this.set({ ...this.#seeded, ...this.#first });
  }

  /** Applies the behaviors to a successful response. */
  reshape(endpoint: Endpoint, response: unknown): unknown {
    if (this.#reshapes.length === 0 || response === undefined) return response;
    return this.#reshapes.reduce<unknown>((reshaped, reshape) => reshape(reshaped, endpoint), response);
  }
}
