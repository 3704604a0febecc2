// Written by `npm run generate` from the schemas in provider/api; do not edit.

/** Order of a list of apps; a leading minus means descending. */
export type AppOrdering =
  | "name"
  | "-name"
  | "status"
  | "-status"
  | "id"
  | "-id"
  | "template"
  | "-template"
  | "binary"
  | "-binary"
  | "plan"
  | "-plan";

/**
 * A page of edge apps.
 *
 * *Source:* platform-api §4 #7.
 */
export interface GetAppsResult {
  /** Apps of this page. */
  apps: AppResult[];
  /** Total number of apps that match the filters. */
  count?: number;
}

/**
 * An edge app.
 *
 * *Source:* platform-api §4 #7.
 */
export interface AppResult {
  /** App id. */
  id: number;
  /** Name of the app. */
  name?: string | null;
  /** URL of the app. */
  url?: string | null;
  /** 0 draft, 1 enabled, 2 disabled, 3 hourly limit exceeded, 4 daily limit exceeded, 5 suspended. */
  status: number;
  /** Binary id. */
  binary?: number | null;
  /** Comment. */
  comment?: string | null;
  /** `wasi-http`: HTTP entry point. `proxy-wasm`: callable from CDN. */
  apiType?: "wasi-http" | "proxy-wasm" | (string & Record<never, never>) | null;
  /** When debug logging ends. */
  debugUntil?: string | null;
  /** Template id. */
  template?: number | null;
  /** Name of the template. */
  templateName?: string | null;
  /** Networks that run the app. */
  networks?: string[] | null;
  /** Binary that the app can be upgraded to. */
  upgradeableTo?: number | null;
  /** Plan id. */
  planId?: number | null;
  /** Name of the plan. */
  plan?: string | null;
}
