import type { Deployed } from "../../../engine/lifecycle/request.ts";
import type { Properties } from "../../../values/properties.ts";
import { splitHidden } from "../../formats/hidden-properties.ts";
import type { MarkedProperties } from "../../formats/markers.ts";

/** An imported object, with its inputs as compared with the program's. */
export type Imported = Deployed & { inputs: Properties };

/** Reads an object with knowledge of what a program declares for it. */
type ReadBeside = (id: string) => Promise<Imported | undefined>;

/**
 * Objects that were read for an import. Such a read knows no program, and the engine keeps its inputs in state, but values that
 * the platform does not return or fills in are not changes. So an imported object is read again with knowledge of the program, in
 * the run of the import and in later ones, until a run has written the program's inputs.
 */
export class Imports {
  /** Ids of the objects that this run has imported, by resource. */
  readonly #ids = new Map<string, string>();

  /** Id of the object that this run has imported for a resource. */
  idOf(urn = ""): string | undefined {
    return this.#ids.get(urn);
  }

  read(urn: string | undefined, id: string): void {
    this.#ids.set(urn ?? "", id);
  }

  refreshed(urn: string | undefined): void {
    this.#ids.delete(urn ?? "");
  }

  /**
   * Reads the object with knowledge of the program. Undefined if state already has the program's inputs, or if the platform
   * cannot be asked.
   */
  async beside(urn: string | undefined, stored: MarkedProperties, read: ReadBeside): Promise<Imported | undefined> {
    const id = this.idOf(urn);
    if (id !== undefined) return read(id);
    const earlier = importedIn(stored);
    return earlier === undefined ? undefined : read(earlier).catch(() => undefined);
  }
}

/** Id of an object whose import has left the platform's inputs in state. */
export function importedIn({ plain }: MarkedProperties): string | undefined {
  const { __imported: id } = splitHidden(plain).hidden;
  return typeof id === "string" ? id : undefined;
}
