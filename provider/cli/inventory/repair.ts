import { partKey, resourceUrn } from "../../pulumi/formats/composite.ts";
import { typeOfUrn } from "../../pulumi/formats/urn.ts";
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
      if (first === undefined) return undefined;
      // A part of a resource has no URN that the engine knows, and the engine cannot read by id what a dynamic provider has
      // created: the next update finds the object by its record.
      return partKey(first.urn) !== undefined || typeOfUrn(first.urn).startsWith("pulumi-nodejs:")
        ? `pulumi up ${on(first.stack)}`
        : `pulumi refresh ${on(first.stack)} --import-pending-creates ${shellQuoted(first.urn)} --import-pending-creates ${shellQuoted(id)}`;
    case "duplicate":
      return other && `pulumi state delete ${shellQuoted(resourceUrn(other.urn))} ${on(other.stack)}`;
    case "gone":
      return first && `pulumi refresh ${on(first.stack)} --target ${shellQuoted(resourceUrn(first.urn))}`;
    default:
      return undefined;
  }
}
