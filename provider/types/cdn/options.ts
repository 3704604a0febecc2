// Written by `npm run generate` from the schemas in provider/api; do not edit.

import type {
  AllowedHttpMethods,
  BotProtection,
  CountryAcl,
  IpAddressAcl,
  LimitBandwidth,
  ReferrerAcl,
  RequestLimiter,
  SecureKey,
  UserAgentAcl,
} from "./access.ts";
import type {
  BrowserCacheSettings,
  CacheHttpHeaders,
  EdgeCacheSettings,
  ProxyCacheKey,
  QueryParamsBlacklist,
  QueryParamsWhitelist,
  Stale,
} from "./caching.ts";
import type { BrotliCompression, ImageStack } from "./content.ts";
import type {
  Cors,
  HostHeader,
  ResponseHeadersHidingPolicy,
  StaticHeaders,
  StaticRequestHeaders,
  StaticResponseHeaders,
} from "./headers.ts";
import type {
  Edgeapp,
  FollowOriginRedirect,
  ProxyConnectTimeout,
  ProxyReadTimeout,
  QueryStringForwarding,
  Sni,
} from "./origin.ts";
import type { ForceReturn, Rewrite } from "./routing.ts";

/**
 * Options of a CDN rule template. A null option is not added to the rule; an omitted option inherits the setting of the
 * CDN resource.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface RuleTemplateOptions {
  /** Allowed HTTP methods. */
  allowedHttpMethods?: AllowedHttpMethods | null;
  /** Challenges for requests that look automated. */
  bot_protection?: BotProtection | null;
  /** Access by country. */
  country_acl?: CountryAcl | null;
  /** Access by IP address. */
  ip_address_acl?: IpAddressAcl | null;
  /** Access by the Referer header. */
  referrer_acl?: ReferrerAcl | null;
  /** Access by the User-Agent header. */
  user_agent_acl?: UserAgentAcl | null;
  /** Limit on the requests of one client address. */
  request_limiter?: RequestLimiter | null;
  /** Signed links that expire. */
  secure_key?: SecureKey | null;
  /** Limit on the speed of a download. */
  limit_bandwidth?: LimitBandwidth | null;
  /** How long browsers keep a response. */
  browser_cache_settings?: BrowserCacheSettings | null;
  /** How long the CDN keeps a response. `value` and `default` exclude each other. */
  edge_cache_settings?: EdgeCacheSettings | null;
  /**
   * Headers of the origin that are kept and sent with cached responses.
   *
   * @deprecated Use response_headers_hiding_policy.
   */
  cache_http_headers?: CacheHttpHeaders | null;
  /**
   * Turns caching off.
   *
   * @deprecated Use edge_cache_settings with the value 0s.
   */
  disable_cache?: SwitchOption | null;
  /** Caches responses that set cookies as one object. */
  ignore_cookie?: SwitchOption | null;
  /** Caches addresses that differ in their query string as one object. */
  ignoreQueryString?: SwitchOption | null;
  /** Query parameters that do not distinguish cached objects. */
  query_params_blacklist?: QueryParamsBlacklist | null;
  /** Query parameters that distinguish cached objects; all others are ignored. */
  query_params_whitelist?: QueryParamsWhitelist | null;
  /** Key under which an object is cached. */
  proxy_cache_key?: ProxyCacheKey | null;
  /** Caches responses to POST requests too. */
  proxy_cache_methods_set?: SwitchOption | null;
  /** Fetches and caches large files in pieces of 10 MB. */
  slice?: SwitchOption | null;
  /** Serves an expired copy when the origin does not respond. */
  stale?: Stale | null;
  /** Compresses responses with Brotli. The CDN resource needs origin shielding. */
  brotli_compression?: BrotliCompression | null;
  /** Compresses responses with gzip. */
  gzipOn?: SwitchOption | null;
  /** Fetches compressed responses from the origin and passes them on as they are. */
  fetch_compressed?: SwitchOption | null;
  /** Converts and shrinks images. */
  image_stack?: ImageStack | null;
  /** Access-Control-Allow-Origin for requests from other sites. */
  cors?: Cors | null;
  /** Host header of requests to the origin. */
  hostHeader?: HostHeader | null;
  /** Sends the client's Host header on to the origin. */
  forward_host_header?: SwitchOption | null;
  /** Headers of the origin that clients see. */
  response_headers_hiding_policy?: ResponseHeadersHidingPolicy | null;
  /** Headers that are added to responses. */
  static_response_headers?: StaticResponseHeaders | null;
  /**
   * Headers that are added to responses (old form).
   *
   * @deprecated Use static_response_headers.
   */
  staticHeaders?: StaticHeaders | null;
  /** Headers that are added to requests to the origin. */
  staticRequestHeaders?: StaticRequestHeaders | null;
  /** Lets the origin decide about range requests. */
  disable_proxy_force_ranges?: SwitchOption | null;
  /** Runs edge apps on requests and responses; at least one hook is needed. */
  edgeapp?: Edgeapp | null;
  /** Follows redirects of the origin instead of passing them on. */
  follow_origin_redirect?: FollowOriginRedirect | null;
  /** Time to connect to the origin. */
  proxy_connect_timeout?: ProxyConnectTimeout | null;
  /** Time to wait for the origin's response. */
  proxy_read_timeout?: ProxyReadTimeout | null;
  /** Forwards query parameters from playlists to the files that they list. */
  query_string_forwarding?: QueryStringForwarding | null;
  /** Server name in the TLS handshake with the origin; needs origin protocol HTTPS or MATCH. */
  sni?: Sni | null;
  /** Passes WebSocket connections on to the origin. */
  websockets?: SwitchOption | null;
  /** Responds without a request to the origin. */
  force_return?: ForceReturn | null;
  /** Redirects HTTP to HTTPS. */
  redirect_http_to_https?: SwitchOption | null;
  /** Redirects HTTPS to HTTP. */
  redirect_https_to_http?: SwitchOption | null;
  /** Changes the path before the request to the origin. */
  rewrite?: Rewrite | null;
}

/**
 * An option that is on or off.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface SwitchOption {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /** Whether the behavior applies. */
  value: boolean;
}
