/** A result that could not be read: neither a value nor the absence of one. A caller compiles only once it handles this case. */
export class Unreadable {
  /** What could not be read, and why: `stack "prod" (pulumi stack export: no such file)`. */
  readonly text: string;
  /** Makes the type nominal: no other class is assignable to it. */
  readonly #isUnreadable = true;

  constructor(text: string) {
    this.text = text;
  }

  static is(value: unknown): value is Unreadable {
    return value instanceof Unreadable && value.#isUnreadable;
  }
}

export type Readable<T> = T | Unreadable;

export const isUnreadable = Unreadable.is;
