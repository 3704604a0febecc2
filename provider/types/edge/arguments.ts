// Written by `npm run generate` from the schemas in provider/api; do not edit.

import type { AppOrdering } from "./app.ts";

/**
 * Arguments of `getAppLogs`.
 *
 * *Source:* platform-api §4 #10.
 */
export interface GetAppLogsArgs {
  /**
   * App.
   *
   * Integer at least 1.
   */
  id: number;
  /**
   * Only logs from this time on. Without it: the last hour.
   *
   * Must be RFC 3339 such as 2026-01-31T12:00:00Z.
   */
  from?: string;
  /**
   * Only logs up to this time. Without it: now.
   *
   * Must be RFC 3339 such as 2026-01-31T12:00:00Z.
   */
  to?: string;
  /** Only logs of this edge server. */
  edge?: string;
  /**
   * By time: `desc` newest first, `asc` oldest first.
   *
   * Default: `"desc"`.
   */
  sort?: "desc" | "asc";
  /**
   * Maximum number of entries in the response.
   *
   * Integer at least 1.
   */
  limit?: number;
  /**
   * Number of entries to skip.
   *
   * Integer at least 0.
   */
  offset?: number;
  /**
   * Only logs of this client's IPv4 address.
   *
   * Must be an IPv4 address.
   */
  clientIp?: string;
  /** Only logs that contain this text. */
  search?: string;
  /** Read all pages instead of one. */
  all?: boolean;
}

/**
 * Arguments of `getAppTemplate`.
 *
 * *Source:* companion §5.1.
 */
export interface GetAppTemplateArgs {
  /**
   * Template.
   *
   * Integer at least 1.
   */
  id: number;
}

/**
 * Arguments of `getAppTemplates`.
 *
 * *Source:* companion §5.1.
 */
export interface GetAppTemplatesArgs {
  /** Only templates of this API type. */
  apiType?: "wasi-http" | "proxy-wasm";
  /**
   * Only the client's own templates.
   *
   * Default: `false`.
   */
  onlyMine?: boolean;
  /**
   * Maximum number of templates in the response.
   *
   * Integer at least 1. Default: all are read.
   */
  limit?: number;
  /**
   * Number of templates to skip.
   *
   * Integer at least 0.
   */
  offset?: number;
}

/**
 * Arguments of `getApps`.
 *
 * *Source:* platform-api §4 #7.
 */
export interface GetAppsArgs {
  /** Only the app of exactly this name. */
  name?: string;
  /** Only apps of this API type. */
  apiType?: "wasi-http" | "proxy-wasm";
  /**
   * Only apps in this state: 0 draft, 1 enabled, 2 disabled, 3 hourly and 4 daily limit exceeded, 5 suspended.
   *
   * Integer from 0 to 5.
   */
  status?: number;
  /**
   * Only apps of this template.
   *
   * Integer.
   */
  template?: number;
  /**
   * Only apps of this binary.
   *
   * Integer.
   */
  binary?: number;
  /**
   * Only apps of this plan.
   *
   * Integer.
   */
  plan?: number;
  /**
   * Maximum number of apps in the response.
   *
   * Integer at least 1.
   */
  limit?: number;
  /**
   * Number of apps to skip.
   *
   * Integer at least 0.
   */
  offset?: number;
  /** Order of the list; a leading minus means descending. */
  ordering?: AppOrdering;
  /** Read all pages instead of one. */
  all?: boolean;
}

/**
 * Arguments of `getSecret`.
 *
 * *Source:* platform-api §4 #12.
 */
export interface GetSecretArgs {
  /**
   * Secret.
   *
   * Integer at least 1.
   */
  id: number;
}

/**
 * Arguments of `getSecrets`.
 *
 * *Source:* companion §5.1.
 */
export interface GetSecretsArgs {
  /**
   * Only secrets that this app uses.
   *
   * Integer at least 1.
   */
  appId?: number;
  /** Only the secret of this name. */
  secretName?: string;
  /**
   * Maximum number of secrets in the response.
   *
   * Integer at least 1. Default: all are read.
   */
  limit?: number;
  /**
   * Number of secrets to skip.
   *
   * Integer at least 0.
   */
  offset?: number;
}
