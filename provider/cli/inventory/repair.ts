import { resourceUrn } from "../../pulumi/formats/composite.ts";
import { shellQuoted } from "../adopt/sources/source.ts";
import type { Entry } from "./inventory.ts";

/** The command that fixes an object. Undefined if nothing needs to be done, or if the fix is not known yet. */
export function repairOf({ status, kind, id, owners }: Entry): string | undefined {
  const [first, other] = owners;
  const on = (stack: string) => `--stack ${shellQuoted(stack)}`;
  switch (status) {
    case "unmanaged":
      return `cloudplatform adopt ${kind} ${shellQuoted(id)}`;
    case "pending":
      // `refresh --import-pending-creates` would only drop the operation: the engine reads nothing.
      return first && `pulumi up ${on(first.stack)}`;
    case "duplicate":
      return other && `pulumi state delete ${shellQuoted(resourceUrn(other.urn))} ${on(other.stack)}`;
    case "gone":
      return first && `pulumi refresh ${on(first.stack)} --target ${shellQuoted(resourceUrn(first.urn))}`;
    default:
      return undefined;
  }
}
