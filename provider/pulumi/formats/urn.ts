import { dynamicToken } from "./type-token.ts";

/** The parts of a URN: `urn:pulumi:<stack>::<project>::<type of the parent>$<type>::<name>`. */
export interface UrnParts {
  stack: string;
  project: string;
  /** The types of its parents, outermost first, then its own. */
  types: string[];
  /** Name in the program, which may contain `::`. */
  name: string;
}

const separator = "::";

export function parseUrn(urn: string): UrnParts {
  const [stack = "", project = "", types = "", ...name] = urn.replace(/^urn:pulumi:/, "").split(separator);
  return { stack, project, types: types.split("$"), name: name.join(separator) };
}

export function urnText({ stack, project, types, name }: UrnParts): string {
  return [`urn:pulumi:${stack}`, project, types.join("$"), name].join(separator);
}

/** Name of a resource in the program. */
export function nameOfUrn(urn: string): string {
  return parseUrn(urn).name;
}

/** Type of a resource, without those of its parents. */
export function typeOfUrn(urn: string): string {
  return parseUrn(urn).types.at(-1) ?? "";
}

/** The prefix of the URNs of all resources in a stack: `urn:pulumi:<stack>::<project>`. */
export function stackOfUrn(urn: string): string {
  return urn.split(separator).slice(0, 2).join(separator);
}

/**
 * Whether a name is one that the engine gives a default provider: `default`, with the version of its plugin, the address of the plugin, or
 * both (pkg/resource/deploy/providers, DefaultName). A program may name an explicit provider `default_eu`.
 */
export function isDefaultProviderName(name: string): boolean {
  return /^default(_\d+_\d+_\d+(_.*)?|_[a-z][a-z\d+.]*_\/.*)?$/.test(name);
}

/** The URN of the provider that a resource in state refers to: `<URN>::<id>`. */
export function urnOfProvider(reference: string): string {
  return reference.split(separator).slice(0, -1).join(separator);
}

/**
 * Spells a URN the same for both providers, in the dynamic provider's form: a resource that moves from one to the other stays the
 * same resource, with the same create record.
 */
export function sharedUrn(urn: string): string {
  const parts = urn.split(separator);
  if (parts[2] !== undefined) parts[2] = parts[2].split("$").map(dynamicToken).join("$");
  return parts.join(separator);
}
