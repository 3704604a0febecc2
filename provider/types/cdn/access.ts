// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * Allowed HTTP methods.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface AllowedHttpMethods {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Allowed methods.
   *
   * Order is not significant; elements are unique.
   */
  value: ("GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS")[];
}

/**
 * Challenges for requests that look automated.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface BotProtection {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /** Challenge that distinguishes browsers from bots. */
  bot_challenge: BotChallenge;
}

/**
 * Challenge that distinguishes browsers from bots.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface BotChallenge {
  /**
   * Whether suspicious requests get a challenge.
   *
   * Default: `false`.
   */
  enabled?: boolean;
}

/**
 * Access by country.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface CountryAcl {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /** `allow`: allows all clients except `excepted_values`. `deny`: denies all clients except `excepted_values`. */
  policy_type: "allow" | "deny";
  /**
   * Countries that are exceptions, as two-letter codes of ISO 3166-1.
   *
   * At most 600 elements. Each element: at most 255 characters. Each element: must be a two-letter country code of ISO
   * 3166-1 such as "DE". Order is not significant; elements are unique.
   */
  excepted_values: string[];
}

/**
 * Access by IP address.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface IpAddressAcl {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /** `allow`: allows all clients except `excepted_values`. `deny`: denies all clients except `excepted_values`. */
  policy_type: "allow" | "deny";
  /**
   * Networks that are exceptions, in CIDR form.
   *
   * At most 600 elements. Order is not significant; elements are unique.
   */
  excepted_values: string[];
}

/**
 * Access by the Referer header.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface ReferrerAcl {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /** `allow`: allows all clients except `excepted_values`. `deny`: denies all clients except `excepted_values`. */
  policy_type: "allow" | "deny";
  /**
   * Domains that are exceptions; a leading `*.` stands for all subdomains.
   *
   * At most 600 elements. Each element: 1 to 255 characters. Order is not significant; elements are unique.
   */
  excepted_values: string[];
}

/**
 * Access by the User-Agent header.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface UserAgentAcl {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /** `allow`: allows all clients except `excepted_values`. `deny`: denies all clients except `excepted_values`. */
  policy_type: "allow" | "deny";
  /**
   * User agents that are exceptions: an exact value, or a regular expression after `~` or `~*`. An empty string matches
   * requests without the header.
   *
   * At most 600 elements. Each element: at most 255 characters. Order is not significant; elements are unique.
   */
  excepted_values: string[];
}

/**
 * Limit on the requests of one client address.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface RequestLimiter {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Number of requests per second or minute, as `rate_unit` says.
   *
   * Integer at least 1.
   */
  rate?: number;
  /**
   * Unit of `rate`: per second or per minute.
   *
   * Default: `"r/s"`.
   */
  rate_unit?: "r/s" | "r/m";
  /**
   * Number of requests above the rate that are queued. The platform may ignore a declared value.
   *
   * Integer at least 0.
   */
  burst?: number;
  /**
   * Number of queued requests that are served without delay. The platform may ignore a declared value.
   *
   * Integer at least 0.
   */
  delay?: number;
}

/**
 * Signed links that expire.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface SecureKey {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Key that signs the links. Encrypted in state.
   *
   * 1 to 255 characters. Secret.
   */
  key: string | null;
  /**
   * 0: the client's address is part of the signature. 2: it is not.
   *
   * Default: `0`.
   */
  type?: 0 | 2;
}

/**
 * Limit on the speed of a download.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface LimitBandwidth {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /** `static`: `speed` and `buffer` apply. `dynamic`: the link sets them. */
  limit_type: "static" | "dynamic";
  /**
   * Maximum speed.
   *
   * Integer from 1 to 1000000000 KB/s.
   */
  speed?: number;
  /**
   * Amount sent before the limit applies.
   *
   * Integer from 0 to 1000000000 KB.
   */
  buffer?: number;
}
