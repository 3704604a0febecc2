// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * Arguments of `getStreams`.
 *
 * *Source:* platform-api §4 #1.
 */
export interface GetStreamsArgs {
  /**
   * Page of the list, from 1.
   *
   * Integer at least 1. Default: all are read.
   */
  page?: number;
  /**
   * Adds the details of broadcasts.
   *
   * Default: `false`.
   */
  withBroadcasts?: boolean;
}
