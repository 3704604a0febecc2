import { z } from "zod";
import type { InputSetting, ResourceDefinition } from "../engine/definition.ts";
import type { Side } from "./shape.ts";

/** Name of a shape below a root, with what its schema does not say. */
export interface Part {
  name: string;
  /** File, when it is not the root's. */
  file?: string;
  /** Description, when the field's own does not fit, for several fields share the shape. */
  description?: string;
}

/** A schema that becomes an interface, with all objects below it. */
export interface Root {
  name: string;
  /** File below provider/types, without its ending. */
  file: string;
  schema: z.ZodType;
  side: Side;
  description: string;
  /** Sections of the contract. */
  source: string;
  /** Names of the objects below, by path in the user's spelling; lists and maps add no step to a path. */
  parts?: Record<string, string | Part>;
  /** Inputs that a setting fills in. */
  fromSettings?: readonly InputSetting[];
  /** Kept in state and compared with the platform, so that it matters what an answer leaves out. */
  isResource?: boolean;
  /** Words for defaults that a lookup changes; empty for none. */
  defaults?: Record<string, string>;
  /** Fields of an answer that a lookup fills in where the platform leaves them out. */
  always?: readonly string[];
  /** Fields of an answer for which a lookup says undefined where the platform says null. */
  notNull?: readonly string[];
  /** Fields that have the form of another shape, though the schema takes anything there; by path. */
  types?: Record<string, string>;
}

/** The shape of a part; undefined where the manifest forgot it. */
export function partAt(root: Root, path: string): Part | undefined {
  const part = root.parts?.[path];
  return typeof part === "string" ? { name: part } : part;
}

/** What the manifest takes from a resource: its inputs, those of the provider included. */
export function inputsOf(
  definition: ResourceDefinition,
): Pick<Root, "schema" | "side" | "isResource" | "fromSettings"> {
  return {
    schema: z.object({ ...definition.schema.shape, ...definition.providerInputs?.shape }),
    side: "input",
    isResource: true,
    fromSettings: definition.fromSettings,
  };
}
