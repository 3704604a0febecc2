import { describe, expect, test } from "vitest";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { unknownValue } from "../../provider/values/unknown.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { refusedTemplates } from "./refused.ts";

// A check needs no platform: nothing listens at this address.
const harness = new EngineHarness(ruleTemplateHandler, { url: "http://127.0.0.1:9" });

async function failuresOf(template: object) {
  return (await harness.check({ rule: "/images/.*", ruleType: 0, ...template })).failures;
}

const on = { enabled: true, value: true };

describe("values that the platform would refuse fail at preview", () => {
  test.each(refusedTemplates)("%s", async (_, template, property) => {
    expect((await failuresOf(template)).map((failure) => failure.property)).toEqual([property]);
  });
});

describe("a pattern that takes exponential time", () => {
  const slow = "/(a+)+$";

  test.each<[string, object, string]>([
    ["as the rule", { rule: slow }, "rule"],
    ["in a rewrite", { options: { rewrite: { enabled: true, body: "/(.*/)*x$ /$1" } } }, "options.rewrite.body"],
    [
      "as an agent",
      { options: { user_agent_acl: { enabled: true, policy_type: "deny", excepted_values: ["~*(bot|bo?t)+$"] } } },
      "options.user_agent_acl.excepted_values[0]",
    ],
  ])("is refused %s", async (_, template, property) => {
    const failures = await failuresOf(template);
    expect(failures).toEqual([{ property, reason: expect.stringContaining("takes exponential time") }]);
  });

  test("is named with a request that shows it", async () => {
    expect(await failuresOf({ rule: slow })).toEqual([
      {
        property: "rule",
        reason: `takes exponential time on some requests: each "a" of "/aaaa" and so on, and then "!" doubles the ways in which a server tries to match it. Write it so that a text can be matched in one way only, such as (a+)+ as a+; it is ${JSON.stringify(slow)} [CP2201]`,
      },
    ]);
  });

  test("causes no failure if it is already deployed, or adopted", async () => {
    const deployed = new EngineHarness(ruleTemplateHandler, { url: "http://127.0.0.1:9" });
    const inputs = { rule: slow, ruleType: 0 };
    deployed.state = { id: "7", inputs, outputs: inputs };
    expect((await deployed.check({ ...inputs, name: "other" })).failures).toEqual([]);
    expect((await deployed.check({ ...inputs, rule: "/(b+)+$" })).failures).toHaveLength(1);
    const adopting = new EngineHarness(ruleTemplateHandler, { url: "http://127.0.0.1:9" });
    adopting.adopts("7");
    // The adoption fails because nothing listens there, not because of the pattern.
    const failures = (await adopting.check(inputs)).failures.map(({ reason }) => reason);
    expect(failures).toEqual([expect.stringContaining("ECONNREFUSED")]);
  });
});

describe("values that may be valid are left to the platform", () => {
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
