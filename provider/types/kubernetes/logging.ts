// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * Logs of the cluster in the platform's logging service.
 *
 * *Source:* platform-api §2.3, §4 #3; companion §2.3.
 */
export interface Logging {
  /**
   * Whether logs are stored.
   *
   * Default: `false`.
   */
  enabled?: boolean;
  /**
   * Region that stores the logs.
   *
   * Integer at least 1. The platform sets it when it is omitted.
   */
  destinationRegionId?: number | null;
  /**
   * Topic that the logs go to.
   *
   * 1 to 223 characters. Must consist of labels joined by dots, each of lower-case letters, digits and inner hyphens.
   * The platform sets it when it is omitted.
   */
  topicName?: string | null;
  /** Retention of the logs. */
  retentionPolicy?: LogRetention | null;
}

/**
 * Retention of the logs.
 *
 * *Source:* platform-api §2.3, §4 #3; companion §2.3.
 */
export interface LogRetention {
  /**
   * Retention of the logs. null: indefinitely.
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
  /** Whether logs are stored. */
  enabled?: boolean | null;
  /** Region that stores the logs. */
  destinationRegionId?: number | null;
  /** Topic that the logs go to. */
  topicName?: string | null;
  /** Retention of the logs. */
  retentionPolicy?: LogRetentionResult | null;
}

/**
 * Retention of the logs.
 *
 * *Source:* platform-api §2.3; companion §2.4.
 */
export interface LogRetentionResult {
  /** Retention of the logs, in days. */
  period?: number | null;
}
