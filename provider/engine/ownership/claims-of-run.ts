/**
 * Keys that the resources of one run claim, such as a name. A resource has one claim: its `check` runs at preview and again at
 * `up`, and the second claim replaces the first.
 */
export class Claims {
  readonly #urns = new Map<string, string>();
  readonly #keys = new Map<string, string>();

  /** Claims a key for a resource. Returns the URN of another resource that claimed the key first. */
  claim(key: string, urn: string): string | undefined {
    const before = this.#keys.get(urn);
    if (before !== undefined && before !== key && this.#urns.get(before) === urn) this.#urns.delete(before);
    this.#keys.set(urn, key);
    const holder = this.#urns.get(key) ?? urn;
    this.#urns.set(key, holder);
    return holder === urn ? undefined : holder;
  }

  /** Returns the URN of the resource that has claimed a key. */
  holder(key: string): string | undefined {
    return this.#urns.get(key);
  }
}
