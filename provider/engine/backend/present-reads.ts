/**
 * Reads of what changes while it is read. A question is answered by a read that began after it: those that come while a read
 * is under way share the next one, however many they are.
 */
export class PresentReads {
  readonly #underWay = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Promise<unknown>>();

  /** What is read under a key. All questions of one key read the same. */
  of<T>(key: string, read: () => Promise<T>): Promise<T> {
    const begin = (): Promise<T> => {
      this.#next.delete(key);
      const reading = read();
      this.#underWay.set(key, reading);
      const end = () => void (this.#underWay.get(key) === reading && this.#underWay.delete(key));
      reading.then(end, end);
      return reading;
    };
    const underWay = this.#underWay.get(key);
    if (underWay === undefined) return begin();
    const next = (this.#next.get(key) as Promise<T> | undefined) ?? underWay.then(begin, begin);
    this.#next.set(key, next);
    return next;
  }
}
