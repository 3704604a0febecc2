import { loaderText } from "../../pulumi/formats/loader-text.ts";
import { mapSecretValues } from "../../schema/index.ts";
import type { Properties } from "../../values/properties.ts";
import { tokenOf } from "./kinds.ts";
import type { Scope } from "./module-tree.ts";
import type { Named } from "./names.ts";

/** How a file for `pulumi import` marks a secret: as the state does, with the value as JSON. */
const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/**
 * Builds the file for `pulumi import --file`. If an entry has both inputs and outputs, the engine reads nothing; it could not
 * read dynamic resources (pulumi#3550).
 */
export function importFileOf(objects: readonly Named[]): string {
  return fileText(objects.map((object) => resourceOf(object)));
}

/** Builds the import file of a program with components. */
export function programImportFileOf(root: Scope): string {
  return fileText(entriesOf(root, []));
}

/**
 * Entries have names within the file, by which an entry refers to its parent. A prefix distinguishes a component from an object
 * of the same name.
 */
function entriesOf(scope: Scope, path: readonly string[]): object[] {
  const parent = path.length === 0 ? {} : { parent: `component:${path.join("/")}` };
  const inPath = (name: string) => [...path, name].join("/");
  return [
    ...scope.objects.map((object) => {
      const { name, ...entry } = resourceOf(object);
      return { ...entry, name: `${object.kind.adoption.word}:${inPath(name)}`, logicalName: name, ...parent };
    }),
    ...scope.components.flatMap((one) => [
      { type: one.type, name: `component:${inPath(one.name)}`, logicalName: one.name, component: true, ...parent },
      ...entriesOf(one, [...path, one.name]),
    ]),
  ];
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
