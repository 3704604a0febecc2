import { flag, list, object, required, text } from "../facts/field.ts";
import { seconds } from "../facts/forms.ts";
import { type CompanionEntry, companion, same } from "./entry.ts";

const options = "#2 body.options.";
const acls = ["country_acl", "ip_address_acl", "referrer_acl", "user_agent_acl"];

const hookFields = {
  enabled: flag({ default: true }),
  app_id: { ...text({ ...required, sample: "1001" }), pattern: "^\\d+$" },
  interrupt_on_error: flag({ default: true }),
  execute_on_edge: flag({ default: true }),
  execute_on_shield: flag({ default: false }),
};

const needed = [
  "allowedHttpMethods.value",
  "bot_protection.bot_challenge",
  "brotli_compression.value",
  "browser_cache_settings.value",
  "cache_http_headers.value",
  "cors.value",
  ...acls.flatMap((acl) => [`${acl}.policy_type`, `${acl}.excepted_values`]),
  "disable_cache.value",
  "disable_proxy_force_ranges.value",
  "edgeapp.on_request_headers.app_id",
  "fetch_compressed.value",
  "follow_origin_redirect.codes",
  "force_return.code",
  "force_return.body",
  "force_return.time_interval.start_time",
  "force_return.time_interval.end_time",
  "forward_host_header.value",
  "gzipOn.value",
  "hostHeader.value",
  "ignore_cookie.value",
  "ignoreQueryString.value",
  "limit_bandwidth.limit_type",
  "proxy_cache_key.value",
  "proxy_cache_methods_set.value",
  "proxy_connect_timeout.value",
  "proxy_read_timeout.value",
  "query_params_blacklist.value",
  "query_params_whitelist.value",
  "query_string_forwarding.forward_from_file_types",
  "query_string_forwarding.forward_to_file_types",
  "redirect_http_to_https.value",
  "redirect_https_to_http.value",
  "response_headers_hiding_policy.mode",
  "response_headers_hiding_policy.excepted",
  "rewrite.body",
  "secure_key.key",
  "slice.value",
  "stale.value",
  "static_response_headers.value",
  "static_response_headers.value[].name",
  "static_response_headers.value[].value",
  "staticHeaders.value",
  "staticRequestHeaders.value",
  "websockets.value",
];

const sets = [
  "allowedHttpMethods.value",
  "brotli_compression.value",
  "cache_http_headers.value",
  ...acls.map((acl) => `${acl}.excepted_values`),
  "follow_origin_redirect.codes",
  "response_headers_hiding_policy.excepted",
  "stale.value",
];

const contentTypes = [
  ...["javascript", "json", "vnd.ms-fontobject", "wasm", "x-font-ttf", "x-javascript", "xml", "xml+rss"].map(
    (type) => `application/${type}`,
  ),
  ...["image/svg+xml", "image/x-icon"],
  ...["css", "html", "javascript", "plain", "xml"].map((type) => `text/${type}`),
];

const headerName = { pattern: "^[A-Za-z0-9_-]+$", min: 1 };

/** Rules of the companion (its §3.3) for CDN options where the contract states none. */
const published: CompanionEntry[] = [
  ...companion("companion §3.3", "marked as required", options, same(needed, { required: true })),
  ...companion("companion §3.3", "elements are marked as unique", options, same(sets, { unique: true })),
  ...companion("companion §3.3", "a default is stated", options, {
    "bot_protection.bot_challenge.enabled": { default: false },
    "cors.always": { default: false },
    "edgeapp.on_request_headers.enabled": { default: true },
    "edgeapp.on_request_headers.interrupt_on_error": { default: true },
    "force_return.time_interval.time_zone": { default: "UTC" },
    ...same(["image_stack.avif_enabled", "image_stack.webp_enabled", "image_stack.png_lossless"], { default: false }),
    "image_stack.quality": { default: 95 },
    "request_limiter.rate_unit": { default: "r/s" },
    "rewrite.flag": { default: "break" },
    "secure_key.type": { default: 0 },
    "sni.sni_type": { default: "dynamic" },
    "static_response_headers.value[].always": { default: false },
  }),
  ...companion("companion §3.3", "the enumeration is closed", options, {
    "allowedHttpMethods.value[]": { values: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] },
    "brotli_compression.value[]": { values: contentTypes },
    ...same(
      acls.map((acl) => `${acl}.policy_type`),
      { values: ["allow", "deny"] },
    ),
    "follow_origin_redirect.codes[]": { values: [301, 302, 303, 307, 308] },
    "limit_bandwidth.limit_type": { values: ["static", "dynamic"] },
    "request_limiter.rate_unit": { values: ["r/s", "r/m"] },
    "response_headers_hiding_policy.mode": { values: ["hide", "show"] },
    "rewrite.flag": { values: ["break", "last", "redirect", "permanent"] },
    "secure_key.type": { values: [0, 2] },
    "sni.sni_type": { values: ["dynamic", "custom"] },
  }),
  ...companion("companion §3.3", "a bound is stated", options, {
    "cache_http_headers.value[]": { max: 1024 },
    ...same(
      acls.map((acl) => `${acl}.excepted_values`),
      { max: 600 },
    ),
    ...same(
      acls.filter((acl) => acl !== "ip_address_acl").map((acl) => `${acl}.excepted_values[]`),
      { max: 255 },
    ),
    "follow_origin_redirect.codes": { min: 1 },
    "force_return.code": { min: 100, max: 599 },
    "force_return.body": { max: 255 },
    "hostHeader.value": { max: 2048, pattern: "^[a-z0-9.:_-]+$" },
    "image_stack.quality": { min: 1, max: 100 },
    "limit_bandwidth.speed": { min: 1, max: 1_000_000_000 },
    "limit_bandwidth.buffer": { min: 0, max: 1_000_000_000 },
    "proxy_cache_key.value": { max: 255 },
    "request_limiter.rate": { min: 1 },
    "response_headers_hiding_policy.excepted": { max: 256 },
    "response_headers_hiding_policy.excepted[]": { max: 128 },
    "rewrite.body": { max: 255 },
    "secure_key.key": { max: 255 },
    "sni.custom_hostname": { max: 255 },
    "static_response_headers.value": { max: 50 },
    "static_response_headers.value[].name": { ...headerName, max: 128 },
    "static_response_headers.value[].value[]": { max: 512 },
    "staticHeaders.value<key>": { ...headerName, max: 128 },
    "staticHeaders.value{}": { max: 512 },
    "staticHeaders.value{}[]": { max: 512 },
    "staticRequestHeaders.value<key>": { ...headerName, max: 255 },
    "staticRequestHeaders.value{}": { max: 512 },
  }),
  ...companion("companion §3.3", "null is stated as a value", options, {
    "force_return.time_interval": { nullable: true },
    "secure_key.key": { nullable: true },
  }),
  ...companion("companion §3.3", "the platform refuses a list without text/html", options, {
    "brotli_compression.value": { includes: "text/html" },
  }),
  ...companion("companion §3.3", "a field that the contract leaves out", options, {
    "edge_cache_settings.default": seconds(),
    "edgeapp.on_request_headers.execute_on_edge": hookFields.execute_on_edge,
    "edgeapp.on_request_headers.execute_on_shield": hookFields.execute_on_shield,
    ...same(["edgeapp.on_request_body", "edgeapp.on_response_headers", "edgeapp.on_response_body"], object(hookFields)),
    ...same(["query_string_forwarding.forward_only_keys", "query_string_forwarding.forward_except_keys"], {
      ...list(text({ sample: "token", min: 1 })),
      unique: true,
    }),
  }),
  ...companion("companion §3.3", "the two exclude each other", options, {
    edge_cache_settings: { apart: { fields: ["value", "default"], needed: false } },
  }),
  ...companion("companion §3.3", "samples carry a number, which a reader of YAML makes of HH:MM", options, {
    "force_return.time_interval.start_time": { type: ["string", "integer"] },
  }),
];

const ours: CompanionEntry[] = [
  ...companion("ours", "an empty text says nothing here, and is a slip", "#2 body.", {
    ...same(["name", "rule"], { min: 1 }),
    ...same(
      [
        "cache_http_headers.value[]",
        "cors.value[]",
        "force_return.time_interval.time_zone",
        "hostHeader.value",
        "proxy_cache_key.value",
        "query_params_blacklist.value[]",
        "query_params_whitelist.value[]",
        "query_string_forwarding.forward_from_file_types[]",
        "query_string_forwarding.forward_to_file_types[]",
        "referrer_acl.excepted_values[]",
        "response_headers_hiding_policy.excepted[]",
        "rewrite.body",
        "secure_key.key",
      ].map((place) => `options.${place}`),
      { min: 1 },
    ),
  }),
  ...companion("ours", "the order of names and their number mean nothing", options, {
    ...same(
      [
        "query_params_blacklist.value",
        "query_params_whitelist.value",
        "query_string_forwarding.forward_from_file_types",
        "query_string_forwarding.forward_to_file_types",
      ],
      { unique: true },
    ),
  }),
  ...companion("ours", "ISO 3166-1 codes (companion §3.3) have two letters", options, {
    "country_acl.excepted_values[]": { pattern: "^[A-Za-z]{2}$" },
  }),
  ...companion("ours", "the id of an app is an integer (platform-api §2.7), written as text", options, {
    "edgeapp.on_request_headers.app_id": { pattern: "^\\d+$" },
  }),
  ...companion(
    "ours",
    "a number of requests",
    options,
    same(["request_limiter.burst", "request_limiter.delay"], { min: 0 }),
  ),
  ...companion("ours", "a custom name must be named", options, {
    "sni.custom_hostname": { requiredWhen: "sni_type is custom", neverEmpty: "sni_type is custom" },
  }),
];

const response: CompanionEntry[] = [
  ...companion("ours", "a response without it is none", "#2 response.", {
    id: { required: true, min: 1 },
    ...same(["rule", "ruleType"], { required: true }),
  }),
  ...companion("ours", "bounds are for what is sent; what the platform has created is read as it is", "#2 response.", {
    rule: { max: undefined },
    ...same(["ruleType", "weight"], { min: undefined, max: undefined }),
  }),
  ...companion("ours", "options are read as they are, those that the platform adds later too", "#2 response.", {
    options: { type: "map", fields: undefined, keys: text(), of: object({}, { nullable: true, open: true }) },
  }),
];

export const cdnCompanion: readonly CompanionEntry[] = [...published, ...ours, ...response];
