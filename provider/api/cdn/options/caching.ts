import { z } from "zod";
import { uniqueList } from "../../field.ts";
import { fieldMetadata } from "../../field-metadata.ts";
import { cacheTime, option, switchOption } from "./option.ts";

/** What is cached, for how long and under which key. platform-api §2.2, bounds: companion §3.3. */

/** Responses of the origin that a stale copy may replace. */
const staleConditions = [
  "error",
  "http_403",
  "http_404",
  "http_429",
  "http_500",
  "http_502",
  "http_503",
  "http_504",
  "invalid_header",
  "timeout",
  "updating",
] as const;

const statusKey = z.string().regex(/^([1-5]\d\d|any)$/, { error: 'must be a status code such as "404", or "any"' });

export const caching = {
  browser_cache_settings: option("How long browsers keep a response.", {
    value: cacheTime.describe(
      "Time that browsers cache a response, such as `3600s`; `0s` turns caching off. Maximum: one year.",
    ),
  }),
  edge_cache_settings: option("How long the CDN keeps a response. `value` and `default` exclude each other.", {
    value: cacheTime
      .optional()
      .describe(
        "Time to cache responses with status 200, 206, 301 or 302, whatever the origin sets. Maximum: one year.",
      ),
    default: cacheTime
      .optional()
      .describe("Time to cache responses for which the origin sets no time. Maximum: one year."),
    custom_values: z
      .record(statusKey, cacheTime)
      .optional()
      .describe("Time to cache by status code; `any` applies to all others."),
  }).refine((settings) => settings.value === undefined || settings.default === undefined, {
    error: "must not be given together with value",
    path: ["default"],
  }),
  cache_http_headers: option("Headers of the origin that are kept and sent with cached responses.", {
    value: uniqueList(z.string().min(1).max(1024)).describe("Names of headers, in lower case."),
  }),
  disable_cache: switchOption("Turns caching off."),
  ignore_cookie: switchOption("Caches responses that set cookies as one object."),
  ignoreQueryString: switchOption("Caches addresses that differ in their query string as one object."),
  query_params_blacklist: option("Query parameters that do not distinguish cached objects.", {
    value: uniqueList(z.string().min(1)).describe("Names of parameters that are ignored."),
  }),
  query_params_whitelist: option("Query parameters that distinguish cached objects; all others are ignored.", {
    value: uniqueList(z.string().min(1)).describe("Names of parameters that distinguish cached objects."),
  }),
  proxy_cache_key: option("Key under which an object is cached.", {
    value: z.string().min(1).max(255).describe("Key with variables, such as `$scheme$uri`."),
  }),
  proxy_cache_methods_set: switchOption("Caches responses to POST requests too."),
  slice: switchOption("Fetches and caches large files in pieces of 10 MB."),
  stale: option("Serves an expired copy when the origin does not respond.", {
    value: uniqueList(
      z.union([
        z.enum(staleConditions),
        z.string().regex(/^http_[1-5]\d\d$/, {
          error: `must be http_ with a status code, such as "http_404", or one of ${staleConditions.join(", ")}`,
        }),
      ]),
    ).describe("Conditions under which an expired copy is served, such as `http_503`, `timeout`."),
  }),
};

/** Legacy options that the platform still accepts; each has a modern equivalent. */
fieldMetadata.add(caching.disable_cache, { deprecated: "Use edge_cache_settings with the value 0s" });
fieldMetadata.add(caching.cache_http_headers, { deprecated: "Use response_headers_hiding_policy" });
