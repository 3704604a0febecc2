// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * Runs edge apps on requests and responses; at least one hook is needed.
 *
 * Must have at least one of on_request_headers, on_request_body, on_response_headers, on_response_body.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface Edgeapp {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /** Runs when the request headers have arrived. */
  on_request_headers?: EdgeAppHook;
  /** Runs when the request body has arrived. */
  on_request_body?: EdgeAppHook;
  /** Runs when the response headers have arrived. */
  on_response_headers?: EdgeAppHook;
  /** Runs when the response body has arrived. */
  on_response_body?: EdgeAppHook;
}

/**
 * An edge app that runs on a request or response.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface EdgeAppHook {
  /**
   * Id of the edge app.
   *
   * Must be the id of an edge app as text, such as "42".
   */
  app_id: string;
  /**
   * Whether the app runs.
   *
   * Default: `true`.
   */
  enabled?: boolean;
  /**
   * Responds with an error when the app fails.
   *
   * Default: `true`.
   */
  interrupt_on_error?: boolean;
  /**
   * Runs on the edge servers.
   *
   * Default: `true`.
   */
  execute_on_edge?: boolean;
  /**
   * Runs on the shield servers.
   *
   * Default: `false`.
   */
  execute_on_shield?: boolean;
}

/**
 * Follows redirects of the origin instead of passing them on.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface FollowOriginRedirect {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Status codes to follow: 301, 302, 303, 307, 308.
   *
   * At least 1 element. Order is not significant; elements are unique.
   */
  codes: (301 | 302 | 303 | 307 | 308)[];
}

/**
 * Time to connect to the origin.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface ProxyConnectTimeout {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Timeout, from `1s` to `5s`.
   *
   * Must be a duration such as "5s", from 1s to 5s (units ms, s, m, h, d, w, M, y).
   */
  value: string;
}

/**
 * Time to wait for the origin's response.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface ProxyReadTimeout {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Timeout, from `1s` to `30s`; with `websockets` at most `20s`.
   *
   * Must be a duration such as "30s", from 1s to 30s (units ms, s, m, h, d, w, M, y).
   */
  value: string;
}

/**
 * Forwards query parameters from playlists to the files that they list.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface QueryStringForwarding {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Extensions of the playlist files whose query parameters are forwarded.
   *
   * Each element: not empty. Order is not significant; elements are unique.
   */
  forward_from_file_types: string[];
  /**
   * Extensions of the files that receive these parameters.
   *
   * Each element: not empty. Order is not significant; elements are unique.
   */
  forward_to_file_types: string[];
  /**
   * Parameters to forward. Omitted: all.
   *
   * Each element: not empty. Order is not significant; elements are unique.
   */
  forward_only_keys?: string[];
  /**
   * Parameters not to forward.
   *
   * Each element: not empty. Order is not significant; elements are unique.
   */
  forward_except_keys?: string[];
}

/**
 * Server name in the TLS handshake with the origin; needs origin protocol HTTPS or MATCH.
 *
 * `custom_hostname` is required when sni_type is "custom".
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface Sni {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * `dynamic`: the name in the Host header. `custom`: `custom_hostname`.
   *
   * Default: `"dynamic"`.
   */
  sni_type?: "dynamic" | "custom";
  /**
   * Server name when `sni_type` is `custom`.
   *
   * At most 255 characters.
   */
  custom_hostname?: string;
}
