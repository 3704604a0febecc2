/** Prefixes of the dynamic and the native provider before the area and name of a type: `cdn:RuleTemplate`. */
const dynamicPrefix = "pulumi-nodejs:dynamic/cloudplatform/";
const nativePrefix = "cloudplatform:";

/** Type token of the dynamic provider: `pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate`. */
export function typeToken<Area extends string, Type extends string>(area: Area, type: Type) {
  return `${dynamicPrefix}${area}:${type}` as const;
}

/** Translates a token of the dynamic provider to the native one: `cloudplatform:cdn:RuleTemplate`. Other tokens are unchanged. */
export function nativeToken(token: string): string {
  return token.startsWith(dynamicPrefix) ? `${nativePrefix}${token.slice(dynamicPrefix.length)}` : token;
}

/** Whether a token belongs to the native provider. */
export function isNativeToken(token: string): boolean {
  return token.startsWith(nativePrefix);
}

/** Translates a token of the native provider to the dynamic one. Other tokens are unchanged. */
export function dynamicToken(token: string): string {
  return /^cloudplatform:\w+:\w+$/.test(token) ? `${dynamicPrefix}${token.slice(nativePrefix.length)}` : token;
}

/** `cdn:RuleTemplate` for a token of either provider; undefined for others. */
export function ownKind(token: string): string | undefined {
  return /^(?:pulumi-nodejs:dynamic\/cloudplatform\/|cloudplatform:)(\w+:\w+)$/.exec(token)?.[1];
}

/** A type in words: `rule template`. */
export function typeInWords(token: string): string {
  const name = token.slice(token.lastIndexOf(":") + 1);
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}

/**
 * The function with which a program tells the native provider, before an import, which inputs are secret. It is internal to the
 * classes and the plugin of one release, and in no schema.
 */
export const announceToken = "cloudplatform:index:announceSecrets";
