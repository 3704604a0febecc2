import { loaderText } from "../../pulumi/formats/loader-text.ts";
import { mapSecretValues } from "../../schema/index.ts";
import type { Properties } from "../../values/properties.ts";
import type { Component } from "./components.ts";
import { tokenOf } from "./kinds.ts";
import type { Named } from "./names.ts";

/** How a file for `pulumi import` marks a secret: the form of the state, with the value as JSON. */
const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/**
 * The file for `pulumi import --file`. With both inputs and outputs the engine reads nothing, which it could not do for
 * dynamic resources (pulumi#3550).
 */
export function importFileOf(objects: readonly Named[]): string {
  return fileText(objects.map((object) => resourceOf(object)));
}

/** The same for objects that are children of components. */
export function componentImportFileOf(components: readonly Component[]): string {
  return fileText(
    components.flatMap(({ area, type, objects }) => [
      // The file's own name, which no object's can be: a cluster may be called as an area is.
      { type, name: `component:${area}`, logicalName: area, component: true },
      ...objects.map((object) => ({ ...resourceOf(object), parent: `component:${area}` })),
    ]),
  );
}

function fileText(resources: readonly object[]): string {
  return `${JSON.stringify({ resources }, null, 2)}\n`;
}

function resourceOf(object: Named) {
  const { schema } = object.kind.handler;
  const __provider = loaderText(object.kind.type);
  const { __declared, ...shown } = object.outputs;
  const declared = __declared === undefined ? {} : { __declared: marked(schema, __declared as Properties) };
  return {
    type: tokenOf(object.kind),
    name: object.name,
    id: object.id,
    inputs: { ...marked(schema, object.inputs), __provider },
    outputs: { ...marked(schema, shown), ...declared, __provider },
  };
}

function marked(schema: Parameters<typeof mapSecretValues>[0], properties: Properties): Properties {
  return mapSecretValues(schema, properties, (secret) => ({
    [signatureKey]: secretSignature,
    plaintext: JSON.stringify(secret),
  })) as Properties;
}
