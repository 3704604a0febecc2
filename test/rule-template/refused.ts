const on = { enabled: true, value: true };

/** Rule templates that the platform would refuse: the mistake, the declared inputs, and the path of the failure. */
export const refusedTemplates: [string, object, string][] = [
  ["sni without its host", { options: { sni: { enabled: true } } }, "options.sni.custom_hostname"],
  [
    "sni with an empty host",
    { options: { sni: { enabled: true, custom_hostname: "" } } },
    "options.sni.custom_hostname",
  ],
  ["a limiter without a rate", { options: { request_limiter: { enabled: true } } }, "options.request_limiter.rate"],
  [
    "redirects in both directions",
    { options: { redirect_http_to_https: on, redirect_https_to_http: on } },
    "options.redirect_https_to_http",
  ],
  ["a group that does not end", { rule: "/images/(a|b" }, "rule"],
  ["a class that does not end", { rule: "/images/[a-z" }, "rule"],
  ["a class that runs backwards", { rule: "/[z-a]" }, "rule"],
  ["a quantifier of nothing", { rule: "/(+)" }, "rule"],
  [
    "a rewrite whose pattern does not end",
    { options: { rewrite: { enabled: true, body: "/(.* /$1" } } },
    "options.rewrite.body",
  ],
  [
    "an agent whose pattern does not end",
    { options: { user_agent_acl: { enabled: true, policy_type: "deny", excepted_values: ["curl", "~*(bot"] } } },
    "options.user_agent_acl.excepted_values[1]",
  ],
];
