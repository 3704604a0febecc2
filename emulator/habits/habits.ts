import type { Endpoint } from "@cloudplatform/pulumi/api";
import { type Reshape, reshapesFor } from "./reshape/index.ts";
import { type HabitSettings, habitsFrom } from "./settings.ts";
import type { HabitValues } from "./table.ts";

/**
 * The habits in force. What concerns only the form of an answer is a list of changes that is empty when all habits are
 * default, so that they cost nothing then; the rest is read by the handlers.
 */
export class Habits {
  readonly #first: HabitSettings;
  #values: HabitValues;
  #reshapes: readonly Reshape[] = [];
  /** Called after each change: some habits are kept in the store or on the clock. */
  onChange: () => void = () => {};

  /** @param first What the emulator was started with, and goes back to at a reset. */
  constructor(first: HabitSettings) {
    this.#first = first;
    this.#values = habitsFrom(first);
    this.#reshapes = reshapesFor(this.#values);
  }

  get values(): HabitValues {
    return this.#values;
  }

  /** Takes these habits; what is left out is as the default. */
  set(settings: HabitSettings): void {
    this.#values = habitsFrom(settings);
    this.#reshapes = reshapesFor(this.#values);
    this.onChange();
  }

  /** Takes these habits and keeps the others as they are. */
  change({ preset, ...values }: HabitSettings): void {
    this.set(preset === undefined ? { ...this.#values, ...values } : { preset, ...values });
  }

  reset(): void {
    this.set(this.#first);
  }

  /** The answer of a success in the form that the habits give it. */
  reshape(endpoint: Endpoint, answer: unknown): unknown {
    if (this.#reshapes.length === 0 || answer === undefined) return answer;
    return this.#reshapes.reduce<unknown>((shaped, reshape) => reshape(shaped, endpoint), answer);
  }
}
