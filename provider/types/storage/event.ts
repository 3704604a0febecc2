// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * Events about storages that reach a level of usage.
 *
 * *Source:* platform-api §6.
 */
export interface StorageEventsResult {
  /** Levels of the number of files. */
  reachingFilesQuantity: CountEventResult[];
  /** Levels of the number of requests. */
  reachingUsedRequests: CountEventResult[];
  /** Levels of space. */
  reachingUsedSpace: BytesEventResult[];
  /** Levels of traffic. */
  reachingUsedTraffic: BytesEventResult[];
}

/**
 * A storage that reaches a number of files or requests.
 *
 * *Source:* platform-api §6.
 */
export interface CountEventResult {
  /** Bucket. */
  bucketName?: string | null;
  /** Storage. */
  storageName?: string | null;
  /** Storage id (UUID). */
  uuid?: string | null;
  /** Level that is reached; decimal text beyond 2^53. */
  count?: number | string | null;
}

/**
 * A storage that reaches an amount of space or traffic.
 *
 * *Source:* platform-api §6.
 */
export interface BytesEventResult {
  /** Bucket. */
  bucketName?: string | null;
  /** Storage. */
  storageName?: string | null;
  /** Storage id (UUID). */
  uuid?: string | null;
  /** Level that is reached, in bytes; decimal text beyond 2^53. */
  bytes?: number | string | null;
}

/**
 * A level of files or requests that a storage reaches.
 *
 * *Source:* platform-api §4 #13.
 */
export interface CountEvent {
  /** Bucket. */
  bucketName?: string;
  /** Storage. */
  storageName?: string;
  /** Storage id (UUID). */
  uuid?: string;
  /**
   * Level that is reached.
   *
   * Integer from 0 to 18446744073709551615; beyond 2^53 as a bigint or decimal text.
   */
  count?: number | bigint | string;
}

/**
 * A level of space or traffic that a storage reaches.
 *
 * *Source:* platform-api §4 #13.
 */
export interface BytesEvent {
  /** Bucket. */
  bucketName?: string;
  /** Storage. */
  storageName?: string;
  /** Storage id (UUID). */
  uuid?: string;
  /**
   * Level that is reached, in bytes.
   *
   * Integer from 0 to 18446744073709551615; beyond 2^53 as a bigint or decimal text.
   */
  bytes?: number | bigint | string;
}
