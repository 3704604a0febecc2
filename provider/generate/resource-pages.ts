import { existsSync } from "node:fs";
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

/** The folder of a resource has its name on the command line. */
export const resourcePages: ResourcePage[] = Object.entries(resources).map(([name, definition]) => {
  const folder = `resources/${definition.adoption.word}`;
  const file = `${folder}/${definition.adoption.word}.ts`;
  const handler = `${folder}/handler.ts`;
  const source = existsSync(new URL(`../${handler}`, import.meta.url)) ? handler : file;
  return { definition, name, inputs: `${definition.type}Inputs`, source, file };
});
