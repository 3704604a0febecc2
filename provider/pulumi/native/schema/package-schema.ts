import { settingNames } from "../../../client/settings.ts";
import { type ResourceDefinition, tokenOf } from "../../../engine/handler/definition.ts";
import { argumentParts } from "../../../functions/definition.ts";
import { outputsName } from "../../../generate/roots.ts";
import manifest from "../../../package.json" with { type: "json" };
import { lifecycles } from "../../../resources/lifecycles.ts";
import { listers } from "../../../resources/list-objects.ts";
import { type ResourceType, resources, resourcesWithParts } from "../../../resources/registry.ts";
import { metadataOf } from "../../../schema/index.ts";
import { nativeToken } from "../../formats/type-token.ts";
import { lookups } from "../plugin/lookups.ts";
import { fieldOf, pascal, TypeConverter } from "./converter.ts";
import { exampleUsage } from "./example-usage.ts";
import { withMergedEnums } from "./merged-enums.ts";
import { documentation, type PublicTypes, publicTypes } from "./program.ts";
import { languages, publisher } from "./publisher.ts";
import type { FunctionSpec, ObjectSpec, PackageSpec, PropertySpec, ResourceSpec } from "./types.ts";

const areas = ["cdn", "edge", "gpu", "kubernetes", "pricing", "quotas", "reservations", "storage", "streaming"];

/** The package schema, from the public types, which are generated from the contract, and from the contract's metadata. */
export function packageSchema(): PackageSpec {
  const types = publicTypes(areas);
  const converter = new TypeConverter(types);
  const settings = settingsOf(types, converter);
  const resourceSpecs = Object.values(resources).map((one) => [
    nativeToken(tokenOf(one)),
    resourceSpec(one, types, converter),
  ]);
  const functionSpecs = [...lookups].map(([token, lookup]) => [token, functionSpec(lookup, types, converter)]);
  return withMergedEnums({
    name: "cloudplatform",
    displayName: "Cloud Platform",
    version: manifest.version,
    description: "Declare CDN rules, Kubernetes clusters, reservations and edge apps of the Cloud Platform as code.",
    license: manifest.license,
    keywords: ["pulumi", "cloudplatform", "cdn", "kubernetes", "category/cloud", "kind/native"],
    ...publisher,
    meta: { moduleFormat: "(.*)" },
    language: languages,
    config: { variables: settings },
    provider: {
      description:
        "Account, platform and limits that resources and functions use. The environment may set each of them.",
      properties: settings,
      inputProperties: settings,
    },
    resources: Object.fromEntries(resourceSpecs),
    functions: sorted(Object.fromEntries(functionSpecs)),
    types: sorted(converter.types),
  });
}

function sorted<T>(table: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The settings. They have no defaults from the environment: an SDK would write those into the provider's state, which would then
 * differ from machine to machine. The plugin reads the environment itself.
 */
function settingsOf(types: PublicTypes, converter: TypeConverter): Record<string, PropertySpec> {
  const client = types.settings();
  const { properties } = converter.object(client, { area: "index", name: "Settings", schemas: [] });
  return Object.fromEntries(
    settingNames.map((name) => [name, { ...properties[name], ...(name === "apiKey" && { secret: true }) }]),
  );
}

function resourceSpec(definition: ResourceDefinition, types: PublicTypes, converter: TypeConverter): ResourceSpec {
  const { area, type, schema, providerInputs } = definition;
  const { checker } = types;
  const schemas = [schema, ...(providerInputs === undefined ? [] : [providerInputs])];
  const named = checker.getDeclaredTypeOfSymbol(types.exported(area, `${type}Inputs`));
  const inputs = converter.object(named, { area, name: type, schemas });
  for (const [name, property] of Object.entries(inputs.properties)) {
    const fields = schemas.flatMap((one) => fieldOf(one, name) ?? []);
    if (fields.some((one) => metadataOf(one).immutable === true)) property.willReplaceOnChanges = true;
  }
  const shown = checker.getDeclaredTypeOfSymbol(types.exported(area, outputsName(definition)));
  const outputs = converter.object(shown, { area, name: type, schemas: [definition.outputs, ...schemas] });
  for (const property of Object.values(outputs.properties)) delete property.default;
  // Only programs in TypeScript have a list of rules: the others declare the order of a map.
  const { order } = (resourcesWithParts as Readonly<Record<string, { order: string }>>)[`${area}.${type}`] ?? {};
  // Large inputs are in state once, so the resource has no output for them.
  const packed: readonly string[] = lifecycles[definition.type as ResourceType].packed ?? [];
  const withoutOutput = order === undefined ? packed : [...packed, order];
  for (const name of withoutOutput) delete outputs.properties[name];
  return {
    description:
      documentation(checker, types.exported(area, type)).text + exampleUsage(nativeToken(tokenOf(definition))),
    properties: outputs.properties,
    required: outputs.required?.filter((name) => !withoutOutput.includes(name)),
    inputProperties: inputs.properties,
    // An input that a setting fills in is optional.
    requiredInputs: [
      ...(order === undefined ? [] : [order]),
      ...(inputs.required ?? []).filter((name) => definition.fromSettings?.some((one) => one === name) !== true),
    ],
    ...listInputsOf(definition, types, converter),
    aliases: [{ type: tokenOf(definition) }],
  };
}

/** The filters of a list. Settings fill in those that are omitted. */
function listInputsOf(
  { type }: ResourceDefinition,
  types: PublicTypes,
  converter: TypeConverter,
): Pick<ResourceSpec, "listInputs"> {
  const lister = Object.entries(listers).find(([name]) => name === type)?.[1];
  if (lister === undefined) return {};
  const settings = settingsOf(types, converter);
  const properties = Object.fromEntries(
    lister.by.map((name) => [name, { type: "integer" as const, description: settings[name]?.description ?? "" }]),
  );
  return { listInputs: { type: "object", properties } };
}

type AnyLookup = typeof lookups extends ReadonlyMap<string, infer L> ? L : never;

function functionSpec({ definition }: AnyLookup, types: PublicTypes, converter: TypeConverter): FunctionSpec {
  const [area = "", name = ""] = definition.name.split(".");
  const { checker } = types;
  const symbol = types.exported(area, name);
  const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures();
  if (signature === undefined) throw new Error(`${definition.name} is no function.`);
  const [args, result] = types.ofLookup(symbol);
  const schemas = argumentParts(definition).map((part) => part.schema);
  const inputs = args && converter.object(args, { area, name: `${pascal(name)}Args`, schemas });
  const { response } = definition.endpoint;
  const isList = checker.isArrayType(result);
  const place = {
    area,
    name: `${pascal(name)}Result`,
    isResponse: true,
    schemas: response === undefined ? [] : [response],
  };
  const outputs: ObjectSpec = isList
    ? {
        type: "object",
        properties: { items: { ...converter.type(result, place), description: "All of them." } },
        required: ["items"],
      }
    : converter.object(result, place);
  const { text } = documentation(checker, symbol);
  return {
    ...(text !== "" && { description: text + exampleUsage(`cloudplatform:${area}:${name}`) }),
    // Present even if a function takes none: Pulumi's Go and Java programs pass arguments to every function.
    inputs: inputs ?? { type: "object", properties: {} },
    outputs,
  };
}
