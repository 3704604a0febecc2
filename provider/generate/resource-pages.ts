import { type ResourceDefinition, resources } from "../resources/registry.ts";

/** A resource in the reference. */
export interface ResourcePage {
  definition: ResourceDefinition;
  /** `cdn.RuleTemplate`. */
  name: string;
  /** Name of the interface of its inputs. */
  inputs: string;
  /** File of its handler, below provider/. */
  source: string;
  /** File of its class. */
  file: string;
}

/** The folder of a resource, and the file of its class, are named after it on the command line. */
export const resourcePages: ResourcePage[] = Object.entries(resources).map(([name, definition]) => {
  const { word } = definition.adoption;
  const source = `resources/${word}/handler.ts`;
  const file = `pulumi/program/resources/${word}.ts`;
  return { definition, name, inputs: `${definition.type}Inputs`, source, file };
});
