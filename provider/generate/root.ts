import { z } from "zod";
import type { InputSetting, ResourceDefinition } from "../engine/handler/definition.ts";
import type { Direction } from "./shape.ts";
import type { Schema } from "./zod-def.ts";

/** A schema that becomes an interface, including all objects below it. */
export interface Root {
  name: string;
  /** File below provider/types, without its extension. */
  file: string;
  schema: Schema;
  direction: Direction;
  description: string;
  /** Sections of the contract. */
  source: string;
  /** Inputs that default to a setting. */
  fromSettings?: readonly InputSetting[];
  /** Whether it is kept in state and compared with the platform: fields that the platform does not return are documented. */
  isResource?: boolean;
  /** Descriptions of defaults that a lookup changes; empty for none. */
  defaults?: Record<string, string>;
  /** For outputs: name of the interface of the inputs, whose fields the outputs include. */
  inputs?: string;
  /** Fields of a response that a lookup fills in when the platform omits them. */
  always?: readonly string[];
  /** Fields of a response that a lookup returns as undefined instead of null. */
  notNull?: readonly string[];
}

/** The inputs of a resource, including those of the provider. */
export function inputsOf(
  definition: ResourceDefinition,
): Pick<Root, "schema" | "direction" | "isResource" | "fromSettings"> {
  return {
    schema: z.object({ ...definition.schema.shape, ...definition.providerInputs?.shape }),
    direction: "input",
    isResource: true,
    fromSettings: definition.fromSettings,
  };
}
