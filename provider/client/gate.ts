import { pause } from "./pause.ts";

/**
 * Lets requests through, except while the platform has asked for a pause (429). One gate for each base URL, so that
 * a pause that one request was asked for holds for all requests of the process.
 */
export class Gate {
  static readonly #gates = new Map<string, Gate>();
  #closedUntil = 0;

  static of(baseUrl: string): Gate {
    const known = Gate.#gates.get(baseUrl);
    if (known !== undefined) return known;
    const made = new Gate();
    Gate.#gates.set(baseUrl, made);
    return made;
  }

  close(ms: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, performance.now() + ms);
  }

  async open(signal?: AbortSignal): Promise<void> {
    for (let left = this.#closedUntil - performance.now(); left > 0; left = this.#closedUntil - performance.now())
      await pause(left, signal);
  }
}
