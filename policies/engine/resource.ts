import { nameOfUrn } from "@cloudplatform/pulumi/formats";
import { type ResourceName, resourceNames, resources, resourcesWithParts } from "@cloudplatform/pulumi/registry";
import { type OnUnknown, Value } from "./value.ts";

/** Resources of the platform, by area and type. */
export type Kind = ResourceName;
export const kinds: readonly [Kind, ...Kind[]] = resourceNames;

/** Settings of the provider that manages a resource. */
export interface PlatformSettings {
  baseUrl?: string;
  apiKey?: string;
  allowInsecureHttp?: boolean;
}

/** Identifies an object within its resource: a rule of a rule set is evaluated as a rule template. */
export interface Part {
  /** URN of the resource; the engine knows no URN of the object. */
  urn: string;
  /** Undefined: the objects are not known individually. */
  key: string | undefined;
  /** Path of the object's declaration within the properties of the resource. */
  path: readonly string[];
}

/** A resource that rules evaluate. */
export interface PlatformResource {
  kind: Kind;
  /** For an object of a resource: `<URN of the resource>#<key>`. */
  urn: string;
  /** Name in the program. For an object of a resource: `<name of the resource>/<key>`. */
  name: string;
  /** Undefined: it is a resource of the program. */
  part?: Part;
  protect: boolean;
  /** Whether a deletion only removes the resource from the state (option `retainOnDelete`). */
  retainOnDelete?: boolean;
  /** URNs of its parents except the stack, outermost first; undefined if not known. */
  parents?: readonly string[];
  /** Former names of the resource. */
  aliases: readonly string[];
  /** Properties, with a symbol in place of values that are not known yet. */
  properties: unknown;
  /** Outputs, if they are known separately from the declaration. */
  outputs?: unknown;
  /** Settings of its provider; undefined if the engine does not pass them. */
  platform?: PlatformSettings;
  /** Whether the value at a path, such as `["options", "secure_key", "key"]`, is a secret. Undefined if that is not known. */
  isSecret(path: readonly string[]): boolean | undefined;
}

/**
 * The kind of a resource. A dynamic resource runs the handler that its `__provider` names, whatever its type token, and the
 * engine does not show `__provider` to policies. With a foreign token, the kind is recognized by the inputs.
 */
export function kindOfResource(type: string, properties: object): Kind | undefined {
  const kind = kindOf(type);
  if (kind !== undefined || !type.startsWith("pulumi-nodejs:")) return kind;
  return kinds.find((one) => isIdentified(one, properties));
}

function isIdentified(kind: Kind, properties: object): boolean {
  if (!resources[kind].identifyingInputs.every((name) => name in properties)) return false;
  const parts = resourcesWithParts[kind];
  if (parts === undefined) return true;
  // Other resources may have an input of the same name, so the objects within it must identify the resource.
  const declared: unknown = Reflect.get(properties, parts.inputs);
  if (declared === null || typeof declared !== "object" || Array.isArray(declared)) return false;
  return Object.values(declared).some(
    (one) => one !== null && typeof one === "object" && isIdentified(parts.kind, one),
  );
}

/**
 * The kind of a type token: `pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate` with the dynamic provider;
 * `cloudplatform:cdn:RuleTemplate` or `cloudplatform:cdn/ruleTemplate:RuleTemplate` with a native provider.
 */
export function kindOf(type: string): Kind | undefined {
  const match = /^(?:pulumi-nodejs:dynamic\/)?cloudplatform[:/](\w+)(?:\/\w+)?:(\w+)$/.exec(type);
  if (match === null) return undefined;
  return kinds.find((kind) => kind === `${match[1]}.${match[2]}`);
}

/** Name of a resource from its URN. */
export const nameOf: (urn: string) => string = nameOfUrn;

/** The properties of a resource for one evaluation of one rule. Collects the paths of unknown values that the rule reads. */
export function trackedValue(resource: PlatformResource): { value: Value; unknownPaths: Set<string> } {
  const unknownPaths = new Set<string>();
  return { value: readerOf(resource, (path) => unknownPaths.add(path)), unknownPaths };
}

/** A reader of a resource's properties. Its paths are relative to the resource in the program. */
export function readerOf({ properties, part }: PlatformResource, onUnknown: OnUnknown): Value {
  return new Value(properties, onUnknown, part?.path);
}
