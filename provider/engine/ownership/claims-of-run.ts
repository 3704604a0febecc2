/**
 * Keys that resources of one run claim, such as a name. A resource has one claim: `check` runs for it at
 * preview and once more at `up`, and its second claim takes the place of the first.
 */
export class Claims {
  readonly #urns = new Map<string, string>();
  readonly #keys = new Map<string, string>();

  /** Claims the key for a resource. Returns the URN of another one that has claimed it before. */
  claim(key: string, urn: string): string | undefined {
    const before = this.#keys.get(urn);
    if (before !== undefined && before !== key && this.#urns.get(before) === urn) this.#urns.delete(before);
    this.#keys.set(urn, key);
    const holder = this.#urns.get(key) ?? urn;
    this.#urns.set(key, holder);
    return holder === urn ? undefined : holder;
  }

  /** URN of the resource that has claimed a key. */
  holder(key: string): string | undefined {
    return this.#urns.get(key);
  }
}
