import type { Deployed } from "../../../engine/lifecycle/request.ts";
import type { Properties } from "../../../values/properties.ts";
import { splitHidden } from "../../formats/hidden-properties.ts";
import type { MarkedProperties } from "../../formats/markers.ts";

/** An object that was imported, and its inputs beside those of the program. */
export type Imported = Deployed & { inputs: Properties };

/** Reads an object beside what a program declares of it. */
type ReadBeside = (id: string) => Promise<Imported | undefined>;

/**
 * Objects that were read for an import. The read knows no program, and the engine keeps its inputs in state: what the platform does not
 * return, and what it fills in, is no change. So an imported object is read again beside the program, in the run of the import and in
 * later ones, until a run has written the inputs of the program.
 */
export class Imports {
  /** Ids of objects that this run has imported, by resource. */
  readonly #ids = new Map<string, string>();

  /** Id of the object that this run has imported. */
  idOf(urn = ""): string | undefined {
    return this.#ids.get(urn);
  }

  read(urn: string | undefined, id: string): void {
    this.#ids.set(urn ?? "", id);
  }

  refreshed(urn: string | undefined): void {
    this.#ids.delete(urn ?? "");
  }

  /** The object beside the program; undefined: state has the inputs of the program, or the platform cannot be asked. */
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
