// Written by `npm run generate` from the schemas in provider/api; do not edit.

/**
 * A page of the logs of an edge app.
 *
 * *Source:* platform-api §4 #10.
 */
export interface GetAppLogsResult {
  /** Logs of this page. */
  logs: AppLogResult[];
  /** Number of entries that were skipped. */
  offset: number;
  /** Total number of entries that match the filters. */
  totalCount?: number;
  /** The same as `totalCount`, from newer platforms. */
  count?: number | null;
}

/**
 * An entry of the log of an edge app.
 *
 * *Source:* platform-api §4 #10.
 */
export interface AppLogResult {
  /** Log id. */
  id?: string | null;
  /** Name of the app. */
  appName?: string | null;
  /** When the entry was written. */
  timestamp?: string | null;
  /** Text of the log. */
  log?: string | null;
  /** Name of the edge server. */
  edge?: string | null;
  /** Address of the client. */
  clientIp?: string | null;
}
