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

/**
 * A URN in one spelling for both providers, the dynamic one's: a resource that moves from one to the other stays the same
 * resource, with the same record of its creation.
 */
export function sharedUrn(urn: string): string {
  const parts = urn.split("::");
  const types = parts[2]?.split("$").map((type) => {
    const isOurs = /^cloudplatform:\w+:\w+$/.test(type);
    return isOurs ? `${dynamicPrefix}${type.slice(nativePrefix.length)}` : type;
  });
  if (types !== undefined) parts[2] = types.join("$");
  return parts.join("::");
}
