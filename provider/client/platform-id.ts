import { isLoopback } from "./settings.ts";

/** Names the former address of a platform that has moved, for one run. */
export const movedFromVariable = "CLOUDPLATFORM_MOVED_FROM";

/** A process uses few platforms, but needs their keys in every operation. */
const keys = new Map<string, string>();

/**
 * Identifies a platform, however its base URL is spelled: ignores the scheme, capitals in the host, a trailing slash, the
 * scheme's default port and the name used for this machine.
 */
export function platformKey(baseUrl: string): string {
  const known = keys.get(baseUrl) ?? keyOf(baseUrl);
  keys.set(baseUrl, known);
  return known;
}

function keyOf(baseUrl: string): string {
  const { hostname, port, pathname } = new URL(baseUrl);
  return `${hostOf(hostname)}${port === "" ? "" : `:${port}`}${pathname.replace(/\/+$/, "")}`;
}

/** Whether two platforms, given by {@link platformKey}, have the same host. */
export function isSameHost(one: string, other: string): boolean {
  return one === other || hostIn(one) === hostIn(other);
}

/** Whether the variable says that a platform, given by {@link platformKey}, has another address now. */
export function isMoved(platform: string): boolean {
  const from = process.env[movedFromVariable];
  return from !== undefined && hostIn(from) === hostIn(platform);
}

/** Returns the host in a base URL with or without its scheme; a text that is no URL is returned as it is. */
function hostIn(address: string): string {
  const { hostname } = URL.parse(address.includes("://") ? address : `https://${address}`) ?? { hostname: address };
  return hostOf(hostname);
}

/** Returns one name for each host: all names and addresses of this machine are one. */
function hostOf(hostname: string): string {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  return isLoopback(host) ? "localhost" : host;
}
