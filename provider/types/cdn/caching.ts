// Written by `npm run generate` from the schemas in provider/api; do not edit.

/** A condition under which an expired copy is served. */
export type StaleCondition =
  | "error"
  | "http_403"
  | "http_404"
  | "http_429"
  | "http_500"
  | "http_502"
  | "http_503"
  | "http_504"
  | "invalid_header"
  | "timeout"
  | "updating";

/**
 * How long browsers keep a response.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface BrowserCacheSettings {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Time that browsers cache a response, such as `3600s`; `0s` turns caching off. Maximum: one year.
   *
   * Must be a duration such as "3600s", from 0s to 31536000s (units ms, s, m, h, d, w, M, y).
   */
  value: string;
}

/**
 * How long the CDN keeps a response. `value` and `default` exclude each other.
 *
 * `default` must not be given together with value.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface EdgeCacheSettings {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Time to cache responses with status 200, 206, 301 or 302, whatever the origin sets. Maximum: one year.
   *
   * Must be a duration such as "3600s", from 0s to 31536000s (units ms, s, m, h, d, w, M, y).
   */
  value?: string;
  /**
   * Time to cache responses for which the origin sets no time. Maximum: one year.
   *
   * Must be a duration such as "3600s", from 0s to 31536000s (units ms, s, m, h, d, w, M, y).
   */
  default?: string;
  /**
   * Time to cache by status code; `any` applies to all others.
   *
   * Each key: must be a status code such as "404", or "any". Each value: must be a duration such as "3600s", from 0s to
   * 31536000s (units ms, s, m, h, d, w, M, y).
   */
  custom_values?: Record<string, string>;
}

/**
 * Headers of the origin that are kept and sent with cached responses.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface CacheHttpHeaders {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Names of headers, in lower case.
   *
   * Each element: 1 to 1024 characters. Order is not significant; elements are unique.
   */
  value: string[];
}

/**
 * Query parameters that do not distinguish cached objects.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface QueryParamsBlacklist {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Names of parameters that are ignored.
   *
   * Each element: not empty. Order is not significant; elements are unique.
   */
  value: string[];
}

/**
 * Query parameters that distinguish cached objects; all others are ignored.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface QueryParamsWhitelist {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Names of parameters that distinguish cached objects.
   *
   * Each element: not empty. Order is not significant; elements are unique.
   */
  value: string[];
}

/**
 * Key under which an object is cached.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface ProxyCacheKey {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Key with variables, such as `$scheme$uri`.
   *
   * 1 to 255 characters.
   */
  value: string;
}

/**
 * Serves an expired copy when the origin does not respond.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface Stale {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Conditions under which an expired copy is served, such as `http_503`, `timeout`.
   *
   * Each element: must be http_ with a status code, such as "http_404", or one of error, http_403, http_404, http_429,
   * http_500, http_502, http_503, http_504, invalid_header, timeout, updating. Order is not significant; elements are
   * unique.
   */
  value: (StaleCondition | (string & Record<never, never>))[];
}
