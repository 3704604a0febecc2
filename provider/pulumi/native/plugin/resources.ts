import { tokenOf } from "../../../engine/handler/definition.ts";
import { lifecycles } from "../../../resources/lifecycles.ts";
import { resources } from "../../../resources/registry.ts";
import { nativeToken } from "../../formats/type-token.ts";
import schema from "../schema.json" with { type: "json" };
import type { ResourceType } from "./resource.ts";

interface Described {
  properties: object;
  inputProperties: object;
}

const described = schema.resources as Readonly<Record<string, Described>>;

/** Outputs that never change while the object exists, beside its numeric id. */
const stable = ["clusterId", "createdAt"];

/** The resources of the plugin: those of the registry. */
export const resourceTypes: readonly ResourceType[] = Object.values(resources).map((definition) => {
  const token = nativeToken(tokenOf(definition));
  const { properties, inputProperties } = described[token] ?? { properties: {}, inputProperties: {} };
  return {
    token,
    name: definition.type,
    handler: lifecycles[definition.type],
    computed: Object.keys(properties).filter((name) => !(name in inputProperties)),
    stables: [...(definition.numericId === undefined ? [] : [definition.numericId]), ...stable].filter(
      (name) => name in properties,
    ),
  };
});
