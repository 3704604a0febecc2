import { type ResourceName, resourceNames, resources } from "@cloudplatform/pulumi/registry";
import { Value } from "./value.ts";

/** Resources of the platform, by area and type. */
export type Kind = ResourceName;
export const kinds: readonly [Kind, ...Kind[]] = resourceNames;

/** Settings of the provider that manages a resource. */
export interface PlatformSettings {
  baseUrl?: string;
  apiKey?: string;
  allowInsecureHttp?: boolean;
}

/** A resource that rules evaluate. */
export interface PlatformResource {
  kind: Kind;
  urn: string;
  /** Name in the program. */
  name: string;
  protect: boolean;
  /** Whether a deletion only removes it from the state (option `retainOnDelete`). */
  retainOnDelete?: boolean;
  /** Names that the resource had before. */
  aliases: readonly string[];
  /** Properties, with the symbol for what is not known yet. */
  properties: unknown;
  /** Outputs, where they are known beside what was declared. */
  outputs?: unknown;
  /** Settings of its provider; undefined where the engine does not give them. */
  platform?: PlatformSettings;
  /** Whether the value at a path, such as `["options", "secure_key", "key"]`, is a secret. Undefined: that is not known. */
  isSecret(path: readonly string[]): boolean | undefined;
}

/**
 * The kind of a resource. A dynamic resource runs whatever handler its `__provider` names, under any type token, and the
 * engine does not show `__provider` to policies: under a foreign token it is known by its inputs.
 */
export function kindOfResource(type: string, properties: object): Kind | undefined {
  const kind = kindOf(type);
  if (kind !== undefined || !type.startsWith("pulumi-nodejs:")) return kind;
  return kinds.find((one) => resources[one].identifyingInputs.every((name) => name in properties));
}

/**
 * The kind of a type token. The dynamic provider has `pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate`;
 * a native one `cloudplatform:cdn:RuleTemplate` or `cloudplatform:cdn/ruleTemplate:RuleTemplate`.
 */
export function kindOf(type: string): Kind | undefined {
  const match = /^(?:pulumi-nodejs:dynamic\/)?cloudplatform[:/](\w+)(?:\/\w+)?:(\w+)$/.exec(type);
  if (match === null) return undefined;
  return kinds.find((kind) => kind === `${match[1]}.${match[2]}`);
}

/** Name of a resource from its URN. */
export function nameOf(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

/** The resource's type token from its URN: the last one of the chain of parents. */
export function typeOf(urn: string): string {
  return urn.split("::")[2]?.split("$").at(-1) ?? "";
}

/** The properties of a resource for one evaluation of one rule; the paths of unknown values are collected. */
export function trackedValue(resource: PlatformResource): { value: Value; unknownPaths: Set<string> } {
  const unknownPaths = new Set<string>();
  return { value: new Value(resource.properties, (path) => unknownPaths.add(path)), unknownPaths };
}
