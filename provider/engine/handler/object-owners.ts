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
  readonly #further = new Set<string>();

  /** URN of the object's resource. */
  of(object: ObjectKey): string | undefined {
    return this.#urns.get(textOf(object));
  }

  /** The engine has the object in state under this URN, or will have it; another one may have adopted it in this run. */
  keep(object: ObjectKey, urn: string): void {
    if (this.of(object) === undefined) this.set(object, urn);
  }

  /** The engine has the object in state under this URN, or will have it. */
  set(object: ObjectKey, urn: string): void {
    this.#urns.set(textOf(object), urn);
  }

  /** The program wants this object beside another one that is the same: resources are created in any order. */
  setFurther(object: ObjectKey): void {
    this.#further.add(textOf(object));
  }

  /** Whether the program wants this object beside another one that is the same. */
  isFurther(object: ObjectKey): boolean {
    return this.#further.has(textOf(object));
  }

  /** The object is gone. */
  delete(object: ObjectKey): void {
    this.#urns.delete(textOf(object));
  }
}

function textOf({ platform, noun, id }: ObjectKey): string {
  return `${platform} ${noun} ${id}`;
}
