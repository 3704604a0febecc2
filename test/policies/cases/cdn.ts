import { type Cases, on, template } from "../../helpers/declared.ts";

const options = (given: Record<string, unknown>) => template({ options: given });
const credentials = { enabled: true, value: [{ name: "Access-Control-Allow-Credentials", value: ["true"] }] };

/** Guard rails for rule templates. */
export const cdnCases: Record<string, Cases> = {
  "no-legacy-rule-type": {
    passing: { resources: [template({ ruleType: 0 })] },
    failing: { resources: [template({ ruleType: 1 })], message: "ruleType: must be 0; got 1" },
  },
  "no-http-downgrade": {
    passing: {
      resources: [template({ overrideOriginProtocol: "MATCH", options: { redirect_https_to_http: on(false) } })],
    },
    failing: {
      resources: [template({ overrideOriginProtocol: "HTTP" })],
      message: "overrideOriginProtocol: must be HTTPS or MATCH; got HTTP",
    },
  },
  "host-header-clash": {
    passing: { resources: [options({ hostHeader: on("example.com"), forward_host_header: on(false) })] },
    failing: {
      resources: [options({ hostHeader: on("example.com"), forward_host_header: on() })],
      message: "options.forward_host_header: must not be on together with options.hostHeader",
    },
  },
  "query-string-clash": {
    passing: { resources: [options({ ignoreQueryString: null, query_params_whitelist: on(["page"]) })] },
    failing: {
      resources: [options({ query_params_blacklist: on(["utm"]), query_params_whitelist: on(["page"]) })],
      message: "options.query_params_blacklist: must not be on together with options.query_params_whitelist",
    },
  },
  "redirect-clash": {
    passing: { resources: [options({ redirect_http_to_https: on() })] },
    failing: {
      resources: [options({ redirect_http_to_https: on(), redirect_https_to_http: on() })],
      message: "options.redirect_https_to_http: must not be on together with options.redirect_http_to_https",
    },
  },
  "slice-compression-clash": {
    passing: { resources: [options({ slice: on(), gzipOn: { enabled: false, value: true } })] },
    failing: {
      resources: [options({ fetch_compressed: on(), brotli_compression: on(["text/html"]) })],
      message: "options.brotli_compression: must not be on together with options.fetch_compressed",
    },
  },
  "secure-key-secret": {
    passing: {
      resources: [
        template(
          { options: { secure_key: { enabled: true, key: "s3cret" } } },
          { secrets: ["options.secure_key.key"] },
        ),
      ],
    },
    failing: {
      resources: [template({ options: { secure_key: { enabled: true, key: "s3cret" } } })],
      message: "options.secure_key.key: must be a secret",
    },
  },
  "request-header-secret": {
    passing: {
      resources: [
        template(
          { options: { staticRequestHeaders: on({ Authorization: "Bearer t0ken", "X-Region": "eu" }) } },
          { secrets: ["options.staticRequestHeaders.value.Authorization"] },
        ),
      ],
    },
    failing: {
      resources: [options({ staticRequestHeaders: on({ "X-Api-Key": "k3y" }) })],
      message: 'options.staticRequestHeaders.value["X-Api-Key"]: must be a secret',
    },
  },
  "cors-wildcard-credentials": {
    passing: {
      resources: [options({ cors: on(["*"]), static_response_headers: { enabled: false, value: credentials.value } })],
    },
    failing: {
      resources: [options({ cors: on(["*"]), static_response_headers: credentials })],
      message: 'options.cors.value[0]: must be a domain; got "*" while a header allows credentials',
    },
  },
  "open-access-list": {
    passing: {
      resources: [options({ ip_address_acl: { enabled: true, policy_type: "deny", excepted_values: ["10.0.0.0/8"] } })],
    },
    failing: {
      resources: [options({ ip_address_acl: { enabled: true, policy_type: "deny", excepted_values: ["0.0.0.0/0"] } })],
      message: "options.ip_address_acl.excepted_values: let everyone in: together they are all IPv4 addresses",
    },
  },
};
