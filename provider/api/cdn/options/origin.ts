import { z } from "zod";
import { uniqueList } from "../../field.ts";
import { typeNames } from "../../type-names.ts";
import { duration, option, switchOption } from "./option.ts";

/** How the CDN talks to the origin, and code that runs in between. platform-api §2.2, bounds: companion §3.3. */

const hook = z
  .object({
    app_id: z
      .string()
      .regex(/^\d+$/, { error: 'must be the id of an edge app as text, such as "42"' })
      .describe("Id of the edge app."),
    enabled: z.boolean().default(true).describe("Whether the app runs."),
    interrupt_on_error: z.boolean().default(true).describe("Responds with an error when the app fails."),
    execute_on_edge: z.boolean().default(true).describe("Runs on the edge servers."),
    execute_on_shield: z.boolean().default(false).describe("Runs on the shield servers."),
  })
  .register(typeNames, {
    token: "cdn/origin:EdgeAppHook",
    description: "An edge app that runs on a request or response.",
  });

const hookNames = ["on_request_headers", "on_request_body", "on_response_headers", "on_response_body"] as const;

export const origin = {
  disable_proxy_force_ranges: switchOption("Lets the origin decide about range requests."),
  edgeapp: option("Runs edge apps on requests and responses; at least one hook is needed.", {
    on_request_headers: hook.optional().describe("Runs when the request headers have arrived."),
    on_request_body: hook.optional().describe("Runs when the request body has arrived."),
    on_response_headers: hook.optional().describe("Runs when the response headers have arrived."),
    on_response_body: hook.optional().describe("Runs when the response body has arrived."),
  }).refine((hooks) => hookNames.some((name) => hooks[name] !== undefined), {
    error: `must have at least one of ${hookNames.join(", ")}`,
  }),
  follow_origin_redirect: option("Follows redirects of the origin instead of passing them on.", {
    codes: uniqueList(z.union([z.literal(301), z.literal(302), z.literal(303), z.literal(307), z.literal(308)]), {
      min: 1,
    }).describe("Status codes to follow: 301, 302, 303, 307, 308."),
  }),
  proxy_connect_timeout: option("Time to connect to the origin.", {
    value: duration(1, 5).describe("Timeout, from `1s` to `5s`."),
  }),
  proxy_read_timeout: option("Time to wait for the origin's response.", {
    value: duration(1, 30).describe("Timeout, from `1s` to `30s`; with `websockets` at most `20s`."),
  }),
  query_string_forwarding: option("Forwards query parameters from playlists to the files that they list.", {
    forward_from_file_types: uniqueList(z.string().min(1)).describe(
      "Extensions of the playlist files whose query parameters are forwarded.",
    ),
    forward_to_file_types: uniqueList(z.string().min(1)).describe(
      "Extensions of the files that receive these parameters.",
    ),
    forward_only_keys: uniqueList(z.string().min(1)).optional().describe("Parameters to forward. Omitted: all."),
    forward_except_keys: uniqueList(z.string().min(1)).optional().describe("Parameters not to forward."),
  }),
  sni: option("Server name in the TLS handshake with the origin; needs origin protocol HTTPS or MATCH.", {
    sni_type: z
      .enum(["dynamic", "custom"])
      .default("dynamic")
      .describe("`dynamic`: the name in the Host header. `custom`: `custom_hostname`."),
    custom_hostname: z.string().max(255).optional().describe("Server name when `sni_type` is `custom`."),
  }).refine((sni) => sni.sni_type !== "custom" || (sni.custom_hostname ?? "") !== "", {
    error: 'is required when sni_type is "custom"',
    path: ["custom_hostname"],
  }),
  websockets: switchOption("Passes WebSocket connections on to the origin."),
};
