import { z } from "zod";

/** The interface that is generated for an object schema. */
export interface TypeName {
  /** File below `provider/types` and name: `kubernetes/pool:Pool`. */
  token: string;
  /** What the object is, if the description of its field does not express it. */
  description?: string;
  /** Sections of the contract; default: those of the enclosing object. */
  source?: string;
}

/**
 * Names of generated interfaces, beside their schemas. Not zod's `.meta({ id })`: it would turn every JSON Schema made of them,
 * such as the OpenAPI document, into references.
 */
export const typeNames = z.registry<TypeName>();
