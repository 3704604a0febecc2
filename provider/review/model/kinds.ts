import { ownKind } from "../../pulumi/formats/type-token.ts";
import { nameOfUrn, typeOfUrn } from "../../pulumi/formats/urn.ts";
import { type ResourceName, resourceNames } from "../../resources/registry.ts";

export { nameOfUrn, ownKind, typeOfUrn };

/** A resource as reviews name it: `cdn:RuleTemplate`. */
export type Kind<Name extends string = ResourceName> = Name extends `${infer Area}.${infer Type}`
  ? `${Area}:${Type}`
  : never;

/** The resource of a type token of either provider; undefined: of another provider. */
export function resourceOfType(type: string): ResourceName | undefined {
  const kind = ownKind(type);
  return resourceNames.find((one) => one.replace(".", ":") === kind);
}

/** The engine's own bookkeeping: the stack, providers and components are no objects of a platform. */
export function isBookkeeping(type: string): boolean {
  return type === "pulumi:pulumi:Stack" || type.startsWith("pulumi:providers:");
}

/** A default provider, which the engine adds without a declaration: the resources that use it show what changes. */
export function isDefaultProvider({ type, urn }: { type: string; urn: string }): boolean {
  return type.startsWith("pulumi:providers:") && /^default(_|$)/.test(nameOfUrn(urn));
}

/** Name of what a step is about: of a resource, or of one object of it. */
export function nameOfStep({ name, urn }: { name?: string | undefined; urn: string }): string {
  return name ?? nameOfUrn(urn);
}
