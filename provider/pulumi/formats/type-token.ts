/** What the dynamic provider and the native one put before the area and name of a type: `cdn:RuleTemplate`. */
const dynamicPrefix = "pulumi-nodejs:dynamic/cloudplatform/";
const nativePrefix = "cloudplatform:";

/** Type token of the dynamic provider: `pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate`. */
export function typeToken<Area extends string, Type extends string>(area: Area, type: Type) {
  return `${dynamicPrefix}${area}:${type}` as const;
}

/** The token of the native provider for a token of the dynamic one: `cloudplatform:cdn:RuleTemplate`. */
export function nativeToken(token: string): string {
  return token.startsWith(dynamicPrefix) ? `${nativePrefix}${token.slice(dynamicPrefix.length)}` : token;
}

/** Whether the native provider serves what has a token. */
export function isNativeToken(token: string): boolean {
  return token.startsWith(nativePrefix);
}

/** The token of the dynamic provider for one of the native provider; any other stays as it is. */
export function dynamicToken(token: string): string {
  return /^cloudplatform:\w+:\w+$/.test(token) ? `${dynamicPrefix}${token.slice(nativePrefix.length)}` : token;
}

/** `cdn:RuleTemplate` for a token of either provider; undefined for others. */
export function ownKind(token: string): string | undefined {
  return /^(?:pulumi-nodejs:dynamic\/cloudplatform\/|cloudplatform:)(\w+:\w+)$/.exec(token)?.[1];
}
