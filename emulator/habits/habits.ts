import type { Endpoint } from "@cloudplatform/pulumi/api";
import { type Reshape, reshapesFor } from "./reshape/index.ts";
import { type HabitSettings, habitsFrom } from "./settings.ts";
import type { HabitValues } from "./table.ts";

/**
 * The current habits. Those that concern only the shape of a response are a list of transformations, which is empty when
 * all habits are default; the handlers read the others.
 */
export class Habits {
  readonly #first: HabitSettings;
  readonly #fields: readonly Reshape[];
  #seeded: HabitSettings = {};
  #values: HabitValues;
  #reshapes: readonly Reshape[] = [];
  /** Called after each change: some habits affect stored records or timers. */
  onChange: () => void = () => {};

  /**
   * @param first The habits at the start of the emulator, restored by a reset.
   * @param fields Fields of a report that no habit has a name for; they stay.
   */
  constructor(first: HabitSettings, fields: readonly Reshape[] = []) {
    this.#first = first;
    this.#fields = fields;
    this.#values = habitsFrom(first);
    this.#reshapes = this.#reshapesOf(this.#values);
  }

  #reshapesOf(values: HabitValues): readonly Reshape[] {
    return [...reshapesFor(values), ...this.#fields];
  }

  get values(): HabitValues {
    return this.#values;
  }

  /** Those of the seed. */
  get seeded(): HabitSettings {
    return this.#seeded;
  }

  /** Sets these habits; omitted habits get their default. */
  set(settings: HabitSettings): void {
    this.#values = habitsFrom(settings);
    this.#reshapes = this.#reshapesOf(this.#values);
    this.onChange();
  }

  /** Sets these habits and keeps the others. */
  change({ preset, ...values }: HabitSettings): void {
    this.set(preset === undefined ? { ...this.#values, ...values } : { preset, ...values });
  }

  /** Sets the habits of a seed, which apply until the next seed; those of the start override them. */
  seed(settings: HabitSettings): void {
    this.#seeded = settings;
    this.reset();
  }

  reset(): void {
    this.set({ ...this.#seeded, ...this.#first });
  }

  /** Applies the habits to a successful response. */
  reshape(endpoint: Endpoint, response: unknown): unknown {
    if (this.#reshapes.length === 0 || response === undefined) return response;
    return this.#reshapes.reduce<unknown>((reshaped, reshape) => reshape(reshaped, endpoint), response);
  }
}
