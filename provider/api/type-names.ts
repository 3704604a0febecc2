import { z } from "zod";

/** The interface that is generated for an object schema. */
export interface TypeName {
  /** File below `provider/types` and name: `kubernetes/pool:Pool`. */
  token: string;
  /** What the object is, where the description of the field that holds it does not say it. */
  description?: string;
  /** Sections of the contract; default: those of the object that holds it. */
  source?: string;
}

/**
 * Names of generated interfaces, beside the schemas that they belong to. Not zod's own `.meta({ id })`: it would turn every
 * JSON Schema that is made of them, such as the OpenAPI document, into references.
 */
export const typeNames = z.registry<TypeName>();
