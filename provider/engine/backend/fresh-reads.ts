/**
 * Reads of data that changes while it is read. Each question is answered by a read that began after the question. Questions that
 * come during a read share the next read, however many there are.
 */
export class FreshReads {
  readonly #underWay = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Promise<unknown>>();

  /** Returns what is read under a key. All questions with the same key share reads. */
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
