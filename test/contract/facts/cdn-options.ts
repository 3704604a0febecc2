import {
  type Field,
  type Fields,
  flag,
  integer,
  list,
  map,
  nullable,
  object,
  required,
  text,
  unstated,
} from "./field.ts";
import { forms, seconds } from "./forms.ts";

/** Every option has `enabled` and its own fields. An option that is null is not added to the rule (platform-api §2.2). */
const option = (fields: Fields): Field => object({ enabled: flag(required), ...fields }, nullable);

const holding = (value: Field): Field => option({ value });
const onOff = (): Field => holding(flag());
const words = (sample: string): Field => holding(list(text({ sample })));

/** The contract names `allow` and `deny` for `country_acl` only. */
const acl = (element: Field, seen?: readonly string[]): Field =>
  option({ policy_type: text({ sample: "allow", ...(seen && { seen }) }), excepted_values: list(element) });

/** platform-api §2.2: the 44 options. Its enumerations of texts are not closed; only some values are named. */
export const cdnOptions: Fields = {
  allowedHttpMethods: words("GET"),
  bot_protection: option({ bot_challenge: object({ enabled: flag() }) }),
  // The platform refuses lists of content types without text/html (companion §3.3).
  brotli_compression: words("text/html"),
  browser_cache_settings: holding(seconds()),
  cache_http_headers: words("vary"),
  cors: option({ value: list(text({ sample: "example.com" })), always: flag() }),
  country_acl: acl(text({ sample: "DE" }), ["allow", "deny"]),
  disable_cache: onOff(),
  disable_proxy_force_ranges: onOff(),
  edge_cache_settings: option({
    value: seconds(),
    custom_values: map(text({ form: forms.statusKey }), seconds()),
  }),
  edgeapp: option({
    on_request_headers: object({ enabled: flag(), app_id: text({ sample: "1001" }), interrupt_on_error: flag() }),
  }),
  fetch_compressed: onOff(),
  follow_origin_redirect: option({ codes: list(integer({ sample: 302 })) }),
  force_return: option({
    code: integer({ sample: 403 }),
    body: text(),
    time_interval: object({
      start_time: text({ form: forms.timeOfDay }),
      // The contract does not state the form; one of its samples has a number.
      end_time: unstated({ sample: "18:00" }),
      time_zone: text({ sample: "UTC" }),
    }),
  }),
  forward_host_header: onOff(),
  gzipOn: onOff(),
  hostHeader: holding(text({ sample: "origin.example.com" })),
  ignore_cookie: onOff(),
  ignoreQueryString: onOff(),
  image_stack: option({
    avif_enabled: flag(),
    webp_enabled: flag(),
    quality: integer({ sample: 80 }),
    png_lossless: flag(),
  }),
  ip_address_acl: acl(text({ form: forms.network })),
  limit_bandwidth: option({ limit_type: text({ seen: ["static"] }), speed: integer(), buffer: integer() }),
  proxy_cache_key: holding(text({ sample: "$scheme$uri" })),
  proxy_cache_methods_set: onOff(),
  proxy_connect_timeout: holding(seconds()),
  proxy_read_timeout: holding(seconds()),
  query_params_blacklist: words("utm_source"),
  query_params_whitelist: words("page"),
  query_string_forwarding: option({
    forward_from_file_types: list(text({ sample: "m3u8" })),
    forward_to_file_types: list(text({ sample: "ts" })),
  }),
  redirect_http_to_https: onOff(),
  redirect_https_to_http: onOff(),
  referrer_acl: acl(text({ sample: "*.example.com" })),
  request_limiter: option({
    rate_unit: text({ seen: ["r/s"] }),
    rate: integer(),
    burst: integer(),
    delay: integer(),
  }),
  response_headers_hiding_policy: option({
    mode: text({ seen: ["hide"] }),
    excepted: list(text({ sample: "my-header" })),
  }),
  rewrite: option({ body: text({ sample: "/(.*) /media/$1" }), flag: text({ seen: ["break"] }) }),
  secure_key: option({ key: text(), type: integer({ sample: 0 }) }),
  slice: onOff(),
  sni: option({ sni_type: text({ seen: ["custom"] }), custom_hostname: text({ sample: "origin.example.com" }) }),
  stale: holding(list(text({ form: forms.staleToken }))),
  static_response_headers: holding(
    list(object({ name: text({ sample: "X-Served" }), value: list(text()), always: flag() })),
  ),
  staticHeaders: holding(map("X-Served", { type: ["string", "array"], of: text() })),
  staticRequestHeaders: holding(map("X-Asked", text())),
  // An empty text is a valid element.
  user_agent_acl: acl(text({ seen: ["", "bot/1.0"] })),
  websockets: onOff(),
};
