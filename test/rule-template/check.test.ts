import { unknownValue } from "@cloudplatform/pulumi/engine";
import { describe, expect, test } from "vitest";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/rule-template.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";

// A check needs no platform.
const seam = new EngineHarness(ruleTemplateHandler, { url: "http://127.0.0.1:9" });

async function failuresOf(template: object) {
  return (await seam.check({ rule: "/images/.*", ruleType: 0, ...template })).failures;
}

const on = { enabled: true, value: true };

describe("what the platform would refuse is said at preview", () => {
  test.each<[string, object, string]>([
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
  ])("%s", async (_, template, property) => {
    expect((await failuresOf(template)).map((failure) => failure.property)).toEqual([property]);
  });
});

describe("what may be right is left to the platform", () => {
  test.each<[string, object]>([
    ["PCRE's options", { rule: "(?i)/images/.*" }],
    ["atomic groups", { rule: "/(?>images|img)/.*" }],
    ["possessive quantifiers", { rule: "/[a-z]++/.*" }],
    ["POSIX classes", { rule: "/[[:alpha:]]+/.*" }],
    ["one redirect", { options: { redirect_http_to_https: on } }],
    [
      "a redirect that is switched off",
      { options: { redirect_http_to_https: on, redirect_https_to_http: { enabled: false, value: true } } },
    ],
    [
      "an agent that is no pattern",
      { options: { user_agent_acl: { enabled: true, policy_type: "deny", excepted_values: ["(bot"] } } },
    ],
    [
      "what is not known yet",
      { rule: unknownValue, options: { sni: unknownValue, rewrite: { enabled: true, body: unknownValue } } },
    ],
  ])("%s", async (_, template) => {
    expect(await failuresOf(template)).toEqual([]);
  });
});
