import { type TypeName, typeNames } from "../api/index.ts";
import type { Definition } from "../functions/definition.ts";
import { camel } from "../schema/index.ts";
import { argumentsRoot, lookupPages } from "./lookup-pages.ts";
import { resourcePages } from "./resource-pages.ts";
import { inputsOf, type Root } from "./root.ts";
import { definitionOf, type Schema } from "./zod-def.ts";

/** Name and file of a registered schema: `kubernetes/pool:Pool`. */
export function namedType(schema: Schema): (TypeName & { name: string; file: string }) | undefined {
  const registered = typeNames.get(schema);
  if (registered === undefined) return undefined;
  const [file = "", name = ""] = registered.token.split(":");
  return { ...registered, name, file };
}

/** Returns the name, file, description and source of a registered schema. Throws if one is missing. */
function rootOf(schema: Schema): Pick<Root, "name" | "file" | "description" | "source"> {
  const { name, file, description, source } = namedType(schema) ?? {};
  if (name === undefined || file === undefined || description === undefined || source === undefined)
    throw new Error(
      `Register name, description and source in typeNames for ${name ?? JSON.stringify(definitionOf(schema).type)}.`,
    );
  return { name, file, description, source };
}

/** Returns the object that a lookup returns, and whether it returns a list. */
function resultObject({ endpoint }: Definition): { schema: Schema; isList: boolean } {
  const find = (schema: Schema): { schema: Schema; isList: boolean } => {
    const { element, options } = definitionOf(schema);
    if (element !== undefined) return { schema: element, isList: true };
    return options?.[0] === undefined ? { schema, isList: false } : find(options[0]);
  };
  if (endpoint.response === undefined) throw new Error(`${endpoint.method} ${endpoint.path} has no response.`);
  return find(endpoint.response);
}

/** Name of the type that a lookup returns: `StreamResult[]`. */
export function resultName(definition: Definition): string {
  const { schema, isList } = resultObject(definition);
  return `${rootOf(schema).name}${isList ? "[]" : ""}`;
}

const inputRoots: Root[] = resourcePages.map(({ definition }) => ({
  ...rootOf(definition.schema),
  ...inputsOf(definition),
}));

/** In the file of the inputs. Outputs are never null. */
const outputRoots: Root[] = resourcePages.map(({ definition, inputs }) => {
  const { file, description, source } = rootOf(definition.schema);
  return {
    ...{ name: outputsName(definition), file, source, description: description.replace(/^Inputs/, "Outputs") },
    ...{ schema: definition.outputs, direction: "output", inputs },
    notNull: Object.keys(definition.outputs.shape).map(camel),
  };
});

/** Name of the interface of a resource's outputs. */
export function outputsName({ type }: { type: string }): string {
  return `${type}Outputs`;
}

const resultRoots: Root[] = lookupPages.map(({ definition }) => {
  const { schema } = resultObject(definition);
  return { ...rootOf(schema), schema, direction: "output", ...definition.result };
});

/** Every schema that becomes an interface: inputs of resources, arguments and results of lookups. */
export const roots: readonly Root[] = [
  ...inputRoots,
  // A result of several lookups is one root.
  ...new Map(resultRoots.map((root) => [root.name, root])).values(),
  ...outputRoots,
  ...lookupPages.flatMap(argumentsRoot),
];
