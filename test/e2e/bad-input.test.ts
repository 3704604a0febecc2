import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type StackOptions, type TestStack } from "../helpers/stack.ts";

const emulator = await platform();
const control = controlOf(emulator);
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url });
});
afterAll(() => stack.remove());

describe("a preview", () => {
  test("names every invalid property with path, value and range before a request is sent", async () => {
    await stack.program(`
      new cdn.RuleTemplate("bad", {
        rule: "x".repeat(301), ruleType: 2, weight: 0, wieght: 3, overrideOriginProtocol: "FTP",
        options: {
          cors: { enabled: true },
          gzip_on: { enabled: true },
          secure_key: { enabled: true, key: "hunter2".repeat(40) },
          follow_origin_redirect: { enabled: true, codes: [300] },
          edge_cache_settings: { enabled: true, value: "2y" },
          limit_bandwidth: { enabled: true, limit_type: "static", speed: 0 },
        },
      } as never);`);
    await control.clearRequests();
    const preview = await stack.preview();
    expect(preview.code).not.toBe(0);
    const reported = preview.diagnostics.join("\n");
    for (const words of [
      /property rule value .* must be from 1 to 300 characters long; it has 301/,
      /property ruleType value \{2\} has a problem: must be from 0 to 1; got 2/,
      /property weight value \{0\} has a problem: must be from 1 to 2147483647; got 0/,
      /property wieght .* is not known here; did you mean weight\?/,
      /property overrideOriginProtocol .* must be one of "HTTPS", "HTTP", "MATCH"; got "FTP"/,
      /property options\.cors\.value .* is required/,
      /property options\.gzip_on .* did you mean gzipOn\?/,
      /property options\.secure_key\.key .* must be from 1 to 255 characters long; it has 280 \[CP2004\]$/m,
      /property options\.follow_origin_redirect\.codes\[0\] .* must be one of 301, 302, 303, 307, 308; got 300/,
      /property options\.edge_cache_settings\.value .* must be a duration such as "3600s"/,
      /property options\.limit_bandwidth\.speed .* must be from 1 to 1000000000; got 0/,
    ])
      expect(reported).toMatch(words);
    expect(reported).not.toContain("hunter2hunter2");
    expect(await control.requests()).toEqual([]);
  });

  test("accepts unknown values and checks the others", async () => {
    await stack.program(`
      const first = new cdn.RuleTemplate("first", { rule: "/first", ruleType: 0 });
      new cdn.RuleTemplate("second", {
        rule: pulumi.interpolate\`/second/\${first.id}\`, ruleType: 0, weight: first.weight,
        options: { secure_key: { enabled: true, key: first.name }, cors: { enabled: true, value: [first.name] } },
      });`);
    const preview = await stack.preview();
    expect(preview.code, preview.output).toBe(0);
    await stack.program(`
      const first = new cdn.RuleTemplate("first", { rule: "/first", ruleType: 0 });
      new cdn.RuleTemplate("second", { rule: pulumi.interpolate\`/\${first.id}\`, ruleType: 9 as never });`);
    expect((await stack.preview()).diagnostics.join("\n")).toContain("must be from 0 to 1; got 9");
  });
});

describe("a lookup that cannot be sent", () => {
  const bad = '{ limit: "x" as never }';
  const broken = 'new cloudplatform.Provider("p", { baseUrl: "nonsense", apiKey: "k" })';
  test.each([
    ["an exported promise", `export const a = edge.getApps(${bad});`, /limit must be a number at least 1; got "x"/],
    ["an exported Output", `export const a = edge.getAppsOutput(${bad});`, /limit must be a number at least 1/],
    ["a secret Output", "export const a = kubernetes.getKubeconfigOutput({} as never);", /- name is required/],
    ["a broken provider", `export const a = edge.getAppsOutput({}, { provider: ${broken} });`, /baseUrl is not a URL/],
    ["nobody waits", `edge.getApps(${bad});`, /limit must be a number at least 1; got "x"/],
  ])("fails with one error and no warning of Node: %s", async (_name, program, words) => {
    await stack.program(program);
    const preview = await stack.preview();
    expect(preview.code).not.toBe(0);
    expect(preview.diagnostics, preview.output).toEqual([expect.stringMatching(words)]);
    expect(preview.output).not.toMatch(/Warning|\n\s+at /);
  });
});

test("a version that the platform does not offer fails with the list of versions once", async () => {
  await stack.program(`
    new kubernetes.Cluster("c", {
      projectId: 1, regionId: 76, name: "c", keypair: "ops", version: "v9.99.1",
      pools: [{
        name: "main", flavorId: "g1-standard-2-4", minNodeCount: 1, bootVolumeSize: 50, bootVolumeType: "ssd_hiiops",
        servergroupPolicy: "soft-anti-affinity",
      }],
    });`);
  const up = await stack.up();
  expect(up.code).not.toBe(0);
  const reported = up.diagnostics.filter((text) => text.includes("v1.31.9"));
  expect(reported, up.output).toHaveLength(1);
  expect(reported[0]?.split("v1.31.9,")).toHaveLength(2);
});

describe("a new user", () => {
  const cases: [string, Partial<StackOptions>, RegExp][] = [
    [
      "without a key",
      { env: { CLOUDPLATFORM_API_KEY: "" } },
      /API key is not set\. Set it with `pulumi config set --secret/,
    ],
    [
      "without an address",
      { env: { CLOUDPLATFORM_BASE_URL: "" } },
      /base URL is not set\. Set it with `pulumi config set/,
    ],
    ["with a wrong key", { apiKey: "wr0ng-key" }, /the platform answered 401 .* Check the API key/],
    ["with plain HTTP", { url: "http://example.com" }, /would send the API key without TLS/],
    ["whose platform is down", { url: "http://127.0.0.1:9" }, /\(ECONNREFUSED\): nothing listens at this address/],
  ];
  test.each(cases)("%s sees the problem and the fix at preview", async (_name, options, words) => {
    const own = await openStack({ url: emulator.url, ...options });
    await own.program(`new cdn.RuleTemplate("a", { rule: "/a", ruleType: 0 });`);
    const seen = await own.preview();
    await own.remove();
    expect(seen.code).not.toBe(0);
    const errors = seen.diagnostics.filter((text) => text !== "preview failed");
    expect(errors, seen.output).toHaveLength(1);
    expect(errors[0]).toMatch(words);
    expect(seen.output).not.toContain("wr0ng-key");
    // The whole error fits on one or two lines, without a stack trace.
    expect(errors[0]?.split("\n").length).toBeLessThanOrEqual(2);
    expect(seen.output).not.toMatch(/\n\s+at .*\.ts/);
  });

  test("whose base URL is not an API sees the beginning of the response", async () => {
    const own = await openStack({ url: emulator.url });
    await own.program(`new cdn.RuleTemplate("a", { rule: "/a", ruleType: 0 });`);
    await control.fault({ name: "garbage", body: "<html><h1>Welcome</h1></html>", endpoint: "ruleTemplates.list" });
    const up = await own.up();
    await control.clearFaults();
    await own.remove();
    expect(up.diagnostics.join("\n")).toMatch(/but the body is not JSON \(the response begins with "Welcome"\)/);
  });
});
