// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * Logs of the cluster in the platform's logging.
 *
 * *Source:* platform-api §2.3, §4 #3; companion §2.3.
 */
export interface Logging {
  /**
   * Whether logs are kept.
   *
   * Default: `false`.
   */
  enabled?: boolean;
  /**
   * Region that keeps the logs.
   *
   * Integer at least 1. The platform sets it when it is omitted.
   */
  destinationRegionId?: number | null;
  /**
   * Topic that the logs go to.
   *
   * 1 to 223 characters. Must be made of labels of lower-case letters, digits and inner hyphens, joined by dots. The
   * platform sets it when it is omitted.
   */
  topicName?: string | null;
  /** How long logs are kept. */
  retentionPolicy?: LogRetention | null;
}

/**
 * How long logs are kept.
 *
 * *Source:* platform-api §2.3, §4 #3; companion §2.3.
 */
export interface LogRetention {
  /**
   * How long logs are kept. null: indefinitely.
   *
   * Integer from 1 to 1825 days.
   */
  period: number | null;
}

/**
 * Logs of the cluster.
 *
 * *Source:* platform-api §2.3; companion §2.4.
 */
export interface LoggingResult {
  /** Whether logs are kept. */
  enabled?: boolean | null;
  /** Region that keeps the logs. */
  destinationRegionId?: number | null;
  /** Topic that the logs go to. */
  topicName?: string | null;
  /** How long logs are kept. */
  retentionPolicy?: LogRetentionResult | null;
}

/**
 * How long logs are kept.
 *
 * *Source:* platform-api §2.3; companion §2.4.
 */
export interface LogRetentionResult {
  /** How long logs are kept, in days. */
  period?: number | null;
}
