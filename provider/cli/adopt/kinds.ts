import { tokenOf as token } from "../../engine/handler/definition.ts";
import type { AnyHandler } from "../../engine/handler/handler.ts";
import { lifecycles } from "../../resources/lifecycles.ts";
import { type ResourceDefinition, resources } from "../../resources/registry.ts";

/** A resource that can be adopted: its definition and its lifecycle. */
export interface Kind extends ResourceDefinition {
  handler: AnyHandler;
}

export const tokenOf = (kind: Kind) => token(kind);

/** Resources by name on the command line. */
export const kinds: Readonly<Record<string, Kind>> = Object.fromEntries(
  Object.values(resources).map((definition) => [
    definition.adoption.word,
    { ...definition, handler: lifecycles[definition.type] },
  ]),
);
