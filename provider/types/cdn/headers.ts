// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * Access-Control-Allow-Origin for requests from other sites.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface Cors {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Origins that may read responses: domains, `*` for all, or `$http_origin` for the origin of the request.
   *
   * Each element: not empty.
   */
  value: string[];
  /**
   * Adds the header to responses of every status code.
   *
   * Default: `false`.
   */
  always?: boolean;
}

/**
 * Host header of requests to the origin.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface HostHeader {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Host, in lower case, with a port where needed.
   *
   * 1 to 2048 characters. Must be a host in lower case: letters, digits, . - _ and :.
   */
  value: string;
}

/**
 * Headers of the origin that clients see.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface ResponseHeadersHidingPolicy {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /** `hide`: hides all headers except those in `excepted`. `show`: hides only those in `excepted`. */
  mode: "hide" | "show";
  /**
   * Header names that `mode` refers to. Connection, Content-Length, Content-Type, Date and Server are never hidden.
   *
   * At most 256 elements. Each element: 1 to 128 characters. Order is not significant; elements are unique.
   */
  excepted: string[];
}

/**
 * Headers that are added to responses.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface StaticResponseHeaders {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Headers to add; at most 50.
   *
   * At most 50 elements. Elements are identified by `name`; their order is not significant.
   */
  value: ResponseHeader[];
}

/**
 * A header that is added to responses.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface ResponseHeader {
  /**
   * Name of the header.
   *
   * 1 to 128 characters. Must be a header name of letters, digits, hyphens and underscores.
   */
  name: string;
  /**
   * Values of the header; each is sent as a header line of its own.
   *
   * Each element: at most 512 characters.
   */
  value: string[];
  /**
   * Adds the header to responses of every status code.
   *
   * Default: `false`.
   */
  always?: boolean;
}

/**
 * Headers that are added to responses (old form).
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface StaticHeaders {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Value or values of each header, by header name.
   *
   * Each key: 1 to 128 characters. Each key: must be a header name of letters, digits, hyphens and underscores. Each
   * value: at most 512 characters; or each element: at most 512 characters. Must not hold more than 50 headers.
   */
  value: Record<string, string | string[]>;
}

/**
 * Headers that are added to requests to the origin.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface StaticRequestHeaders {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Value of each header, by header name.
   *
   * Each key: 1 to 255 characters. Each key: must be a header name of letters, digits, hyphens and underscores. Each
   * value: at most 512 characters. Must not hold more than 50 headers.
   */
  value: Record<string, string>;
}
