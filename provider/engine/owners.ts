/** Identifies an object. */
export interface ObjectKey {
  /** {@link platformKey} */
  platform: string;
  noun: string;
  id: string;
}

/** Which resource has an object in state, as far as one process has seen. */
export class Owners {
  readonly #urns = new Map<string, string>();

  /** URN of the object's resource. */
  of(object: ObjectKey): string | undefined {
    return this.#urns.get(textOf(object));
  }

  /** The engine has the object in state under this URN, or is about to. */
  set(object: ObjectKey, urn: string): void {
    this.#urns.set(textOf(object), urn);
  }

  /** The object is gone. */
  delete(object: ObjectKey): void {
    this.#urns.delete(textOf(object));
  }
}

function textOf({ platform, noun, id }: ObjectKey): string {
  return `${platform} ${noun} ${id}`;
}
