import { ownKind } from "../../pulumi/formats/type-token.ts";
import { isDefaultProviderName, nameOfUrn, typeOfUrn } from "../../pulumi/formats/urn.ts";
import { type ResourceName, resourceNames } from "../../resources/registry.ts";

export { nameOfUrn, ownKind, typeOfUrn };

/** A resource as reviews name it: `cdn:RuleTemplate`. */
export type Kind<Name extends string = ResourceName> = Name extends `${infer Area}.${infer Type}`
  ? `${Area}:${Type}`
  : never;

/** The resource of a type token of either provider; undefined for other providers. */
export function resourceOfType(type: string): ResourceName | undefined {
  const kind = ownKind(type);
  return resourceNames.find((one) => one.replace(".", ":") === kind);
}

/** Whether a type is the engine's own, the stack or a provider. These have no object on a platform. */
export function isBookkeeping(type: string): boolean {
  return type === "pulumi:pulumi:Stack" || type.startsWith("pulumi:providers:");
}

/** Whether a provider is a default provider, which the engine adds itself. Its changes show in the resources that use it. */
export function isDefaultProvider({ type, urn }: { type: string; urn: string }): boolean {
  return type.startsWith("pulumi:providers:") && isDefaultProviderName(nameOfUrn(urn));
}

/** Name of the resource that a step is about, or of one of its objects. */
export function nameOfStep({ name, urn }: { name?: string | undefined; urn: string }): string {
  return name ?? nameOfUrn(urn);
}
