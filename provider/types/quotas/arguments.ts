// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * Arguments of `getNotificationThreshold`.
 *
 * *Source:* platform-api §4 #14.
 */
export interface GetNotificationThresholdArgs {
  /**
   * Client.
   *
   * Integer at least 1. Default: the setting `cloudplatform:clientId`.
   */
  clientId?: number;
}
