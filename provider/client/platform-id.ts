import { isLoopback } from "./settings.ts";

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
  const host = isLoopback(hostname) ? "localhost" : hostname.toLowerCase().replace(/\.$/, "");
  return `${host}${port === "" ? "" : `:${port}`}${pathname.replace(/\/+$/, "")}`;
}
