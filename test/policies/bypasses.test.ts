import { type Rule, type RuleResult, rules } from "@cloudplatform/policies";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unknownValue } from "../../provider/values/unknown.ts";
import { cluster, on, template } from "../helpers/declared.ts";
import { evaluate } from "./evaluate.ts";

/** Returns a rule. The configurations below violate their rule in every spelling, so that no spelling bypasses it. */
function rule(name: string): Rule {
  const found = rules.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no rule "${name}".`);
  return found;
}

const result = (name: string, options: Record<string, unknown>): RuleResult =>
  evaluate(rule(name), { resources: [template({ options })] });
const count = (name: string, options: Record<string, unknown>) => result(name, options).violations.length;

const acl = (...networks: string[]) => ({
  ip_address_acl: { enabled: true, policy_type: "deny", excepted_values: networks },
});

describe("open-access-list", () => {
  test("concludes nothing from exceptions that are not known yet", () => {
    const list = (policy_type: string, excepted_values: unknown) => ({
      ip_address_acl: { enabled: true, policy_type, excepted_values },
    });
    expect(count("open-access-list", list("allow", []))).toBe(1);
    for (const policy of ["allow", "deny"]) {
      const { violations, notEvaluated } = result("open-access-list", list(policy, unknownValue));
      expect([violations.length, notEvaluated.length]).toEqual([0, 1]);
    }
  });

  test.each([
    [["0.0.0.0/0"]],
    [["1.2.3.4/0"]],
    [["::/0"]],
    [["0::/0"]],
    [["0:0:0:0:0:0:0:0/0"]],
    [["0.0.0.0/1", "128.0.0.0/1"]],
    [["128.0.0.0/1", "10.0.0.0/8", "0.0.0.0/1"]],
    [["::/1", "8000::/1"]],
    [["0.0.0.0/2", "64.0.0.0/2", "128.0.0.0/1"]],
  ])("finds that %s let everyone in", (networks) => {
    expect(count("open-access-list", acl(...networks))).toBe(1);
  });

  test.each([[["0.0.0.0/1"]], [["128.0.0.0/1", "0.0.0.0/2"]], [["8000::/1"]], [["0.0.0.0/1", "8000::/1"]], [[]]])(
    "accepts %s, which restricts access",
    (networks) => {
      expect(count("open-access-list", acl(...networks))).toBe(0);
    },
  );

  test("finds any split of the whole address space, in any order, with any additional networks", () => {
    const split = (first: number, prefix: number): fc.Arbitrary<string[]> =>
      fc
        .boolean()
        .chain((deeper) =>
          !deeper || prefix > 6
            ? fc.constant([`${first}.${first === 0 ? 9 : 0}.3.4/${prefix}`])
            : fc
                .tuple(split(first, prefix + 1), split(first + 2 ** (7 - prefix), prefix + 1))
                .map(([low, high]) => [...low, ...high]),
        );
    const space = split(0, 0).chain((networks) =>
      fc.shuffledSubarray([...networks, "192.0.2.0/24", "2001:db8::/32"], { minLength: networks.length + 2 }),
    );
    fc.assert(fc.property(space, (networks) => count("open-access-list", acl(...networks)) === 1));
  });

  test("reports nothing if a part of the address space is missing", () => {
    const quarters = ["0.0.0.0/2", "64.0.0.0/2", "128.0.0.0/2", "192.0.0.0/2"];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(quarters, { maxLength: 3 }),
        (some) => count("open-access-list", acl(...some)) === 0,
      ),
    );
  });

  test.each(["*", "*.*", "**"])("finds that the referrer %s lets everyone in", (pattern) => {
    const options = { referrer_acl: { enabled: true, policy_type: "deny", excepted_values: ["example.com", pattern] } };
    expect(count("open-access-list", options)).toBe(1);
  });
});

describe("cors-wildcard-credentials", () => {
  const caseOf = (text: string) =>
    fc
      .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
      .map((upper) =>
        [...text].map((letter, index) => (upper[index] ? letter.toUpperCase() : letter.toLowerCase())).join(""),
      );
  const padded = (text: fc.Arbitrary<string>) =>
    fc.tuple(fc.constantFrom("", " "), text).map((parts) => parts.join(""));
  /** One header, set by either option, with a text or a list as value. */
  const header = (name: string, value: fc.Arbitrary<string>) =>
    fc.record({ name: padded(caseOf(name)), value, asMap: fc.boolean(), asList: fc.boolean() });

  test("finds wildcard and credentials in any spelling, by the option or by headers of either kind", () => {
    const wildcard = fc.constantFrom("*", "$http_origin", "null", "$HTTP_ORIGIN");
    const given = fc.record({
      credentials: header("access-control-allow-credentials", padded(caseOf("true"))),
      origin: header("access-control-allow-origin", padded(wildcard)),
      byOption: fc.boolean(),
    });
    fc.assert(
      fc.property(given, ({ credentials, origin, byOption }) => {
        const headers = byOption ? [credentials] : [credentials, origin];
        const list = headers.filter(({ asMap }) => !asMap).map(({ name, value }) => ({ name, value: [value] }));
        const map = headers
          .filter(({ asMap }) => asMap)
          .map(({ name, value, asList }) => [name, asList ? [value] : value] as const);
        const options = {
          ...(byOption && { cors: on([origin.value]) }),
          static_response_headers: on(list),
          staticHeaders: on(Object.fromEntries(map)),
        };
        return count("cors-wildcard-credentials", options) === 1;
      }),
    );
  });
});

describe("no-http-downgrade", () => {
  test.each([
    { rewrite: { enabled: true, body: "/(.*) http://old.example.com/$1", flag: "break" } },
    { rewrite: { enabled: true, body: "/(.*) HTTP://old.example.com/$1", flag: "break" } },
    { force_return: { enabled: true, code: 301, body: "http://old.example.com/" } },
  ])("finds http:// in %j", (options) => {
    expect(count("no-http-downgrade", options)).toBe(1);
  });

  test.each([
    { rewrite: { enabled: true, body: "/(.*) https://example.com/$1", flag: "break" } },
    { rewrite: { enabled: false, body: "/(.*) http://old.example.com/$1", flag: "break" } },
    { force_return: { enabled: true, code: 200, body: "gone" } },
  ])("accepts the options %j", (options) => {
    expect(count("no-http-downgrade", options)).toBe(0);
  });
});

describe("request-header-secret", () => {
  test.each([
    "Authorization",
    "proxy-authorization",
    "Cookie",
    "X-Api-Key",
    "X-Auth-Token",
    "x-apikey",
    "X_API_KEY",
    "Origin-Secret",
  ])("finds %s in clear", (name) => {
    expect(count("request-header-secret", { staticRequestHeaders: on({ [name]: "value" }) })).toBe(1);
  });

  test.each(["X-Region", "Accept", "X-Tokenizer-Version", "Keep-Alive"])("accepts the request header %s", (name) => {
    expect(count("request-header-secret", { staticRequestHeaders: on({ [name]: "value" }) })).toBe(0);
  });
});

describe("ip-pools-overlap", () => {
  const overlap = (pods: string, services: string) =>
    evaluate(rule("ip-pools-overlap"), { resources: [cluster({ podsIpv6Pool: pods, servicesIpv6Pool: services })] })
      .violations.length;

  test.each([
    ["fd00::/48", "fd00::/48"],
    ["fd00::/48", "fd00:0:0:1::/64"],
    ["fd00:0:0:1::/64", "fd00::/48"],
    ["fd00::/48", "FD00:0000::/48"],
  ])("finds that %s and %s overlap", (pods, services) => {
    expect(overlap(pods, services)).toBe(1);
  });

  test("accepts adjacent networks", () => {
    expect(overlap("fd00::/64", "fd00:0:0:1::/64")).toBe(0);
  });
});
