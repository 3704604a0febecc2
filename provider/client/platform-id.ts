import { isLoopback } from "./settings.ts";

/** A process has few platforms, and asks for their names with every operation. */
const keys = new Map<string, string>();

/**
 * One name for one platform, however its base URL is spelled: the scheme, capitals in the host, a trailing slash, a
 * port that is the scheme's own, and the names of this machine do not matter.
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
