import { cdn, edge } from "@cloudplatform/pulumi";

/** Rule templates with options that exclude each other or leak secrets, and an app template with texts that are too long. */
export function declareEdge(): void {
  const open = new cdn.RuleTemplate("open", {
    rule: "/account/.*",
    ruleType: 1,
    weight: 10,
    overrideOriginProtocol: "HTTP",
    options: {
      cors: { enabled: true, value: ["*"] },
      static_response_headers: {
        enabled: true,
        value: [{ name: "Access-Control-Allow-Credentials", value: ["true"] }],
      },
      // request-header-secret: the origin's key in clear text
      staticRequestHeaders: { enabled: true, value: { "X-Api-Key": "example" } },
      ip_address_acl: { enabled: true, policy_type: "deny", excepted_values: ["0.0.0.0/0"] },
    },
  });
  new cdn.RuleTemplate("clashing", {
    // shadowed-rule-templates: the same rule and weight as above
    rule: "account/.*",
    ruleType: 0,
    weight: 10,
    // not-evaluated: known only after the other template is created
    overrideOriginProtocol: open.templateId.apply(() => "HTTPS" as const),
    options: {
      hostHeader: { enabled: true, value: "shop.example.com" },
      forward_host_header: { enabled: true, value: true },
      ignoreQueryString: { enabled: true, value: true },
      query_params_whitelist: { enabled: true, value: ["page"] },
      redirect_https_to_http: { enabled: true, value: true },
      slice: { enabled: true, value: true },
      gzipOn: { enabled: true, value: true },
    },
  });
  // no-rename-without-aliases: the stack has this template as former-name
  new cdn.RuleTemplate("new-name", { rule: "/renamed/", ruleType: 0, weight: 11 });
  new edge.AppTemplate("greeter", {
    binaryId: 42,
    name: "a name that is longer than the organisation allows",
    owned: true,
    shortDescr: "A description that goes on for longer than the organisation allows",
    longDescr: "The same again, in full: more than the organisation allows",
    params: [{ name: "a-parameter-with-a-long-name", dataType: "string" }],
  });
}
