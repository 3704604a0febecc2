import { resourceUrn } from "../../pulumi/formats/composite.ts";
import { shellQuoted } from "../adopt/sources/source.ts";
import type { Entry } from "./inventory.ts";

/** The one command that puts an object in order; undefined where nothing is to be done, or not yet known what. */
export function repairOf({ status, kind, id, owners }: Entry): string | undefined {
  const [first, other] = owners;
  const on = (stack: string) => `--stack ${shellQuoted(stack)}`;
  switch (status) {
    case "unmanaged":
      return `cloudplatform adopt ${kind} ${shellQuoted(id)}`;
    case "pending":
      // `refresh --import-pending-creates` only forgets it: the engine drops the operation, and reads nothing.
      return first && `pulumi up ${on(first.stack)}`;
    case "duplicate":
      return other && `pulumi state delete ${shellQuoted(resourceUrn(other.urn))} ${on(other.stack)}`;
    case "gone":
      return first && `pulumi refresh ${on(first.stack)} --target ${shellQuoted(resourceUrn(first.urn))}`;
    default:
      return undefined;
  }
}
