// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * Responds without a request to the origin.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface ForceReturn {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Status code of the response.
   *
   * Integer from 100 to 599. Must not be one of 408, 444, 477, 494, 495, 496, 497, 499.
   */
  code: number;
  /**
   * Body of the response, or URL of a redirect.
   *
   * At most 255 characters.
   */
  body: string;
  /** Time of day at which the response applies. Omitted: always. */
  time_interval?: TimeInterval | null;
}

/**
 * Time of day at which the response applies. Omitted: always.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface TimeInterval {
  /**
   * Start, `HH:MM`.
   *
   * Must be a time of day such as "20:00"; or integer from 0 to 1439.
   */
  start_time: string | number;
  /**
   * End, `HH:MM`.
   *
   * Must be a time of day such as "20:00"; or integer from 0 to 1439.
   */
  end_time: string | number;
  /**
   * Time zone, such as `Europe/Berlin`.
   *
   * Not empty. Default: `"UTC"`.
   */
  time_zone?: string;
}

/**
 * Changes the path before the request to the origin.
 *
 * *Source:* platform-api §2.2, §4 #2; companion §3.
 */
export interface Rewrite {
  /** Whether the option is on. `false` also overrides the CDN resource's setting. */
  enabled: boolean;
  /**
   * Pattern and replacement, such as `/(.*) /media/$1`.
   *
   * 1 to 255 characters.
   */
  body: string;
  /**
   * Flag of the rewrite: `break`, `last`, `redirect` (302) or `permanent` (301).
   *
   * Default: `"break"`.
   */
  flag?: "break" | "last" | "redirect" | "permanent";
}
