import { createClient } from "@cloudplatform/pulumi/client";
import { describe, expect, test } from "vitest";
import { providerConfiguration } from "../../provider/client/configured-client.ts";
import { environmentName, readSettings } from "../../provider/client/settings.ts";

const environment = { CLOUDPLATFORM_BASE_URL: "https://env.example.com/", CLOUDPLATFORM_API_KEY: "env-key" };

test("a text of any value of the configuration is part of it", () => {
  const rawConfig = { "cloudplatform:region": "76", "shop:token": "a-secret-of-the-shop", "shop:size": 3 };
  const { holds } = providerConfiguration({ get: () => undefined, rawConfig } as Parameters<
    typeof providerConfiguration
  >[0]);
  expect(holds?.("secret-of")).toBe(true);
  expect(holds?.("nobody's")).toBe(false);
});

describe("settings", () => {
  test("come from the program first, then the configuration, then the environment", () => {
    const configured = (name: string) => ({ baseUrl: "https://config.example.com", edgeWord: "fastapps" })[name];
    expect(readSettings({}, undefined, environment).baseUrl).toBe("https://env.example.com");
    expect(readSettings({}, configured, environment).baseUrl).toBe("https://config.example.com");
    expect(readSettings({ baseUrl: "https://given.example.com" }, configured, environment)).toMatchObject({
      baseUrl: "https://given.example.com",
      apiKey: "env-key",
      edgeWord: "fastapps",
      pollIntervalSeconds: 3,
      pollTimeoutSeconds: 7200,
    });
  });

  /** A value for each non-string setting, as a program passes it, and the default. */
  test.each([
    ["projectId", 7, undefined],
    ["regionId", 7, undefined],
    ["clientId", 7, undefined],
    ["pollIntervalSeconds", 0.5, 3],
    ["pollTimeoutSeconds", 9.5, 7200],
    ["ambiguityTimeoutSeconds", 9.5, 60],
    ["stopOnLostResponse", true, false],
    ["requireConfirmation", true, false],
    ["allowInsecureHttp", true, false],
  ] as const)(
    "have %s from the program, the configuration or the environment, and a default",
    (name, value, otherwise) => {
      const read = (given: object, configured?: string, text?: string) =>
        readSettings(given, (asked) => (asked === name ? configured : undefined), {
          ...environment,
          [environmentName(name) ?? ""]: text,
        })[name];
      expect(read({ [name]: value })).toBe(value);
      expect(read({}, String(value))).toBe(value);
      expect(read({}, undefined, String(value))).toBe(value);
      expect(read({})).toBe(otherwise);
    },
  );

  test.each(["0", "-1", "x"])("refuse %s as a number of seconds or as an id", (wrong) => {
    for (const name of ["projectId", "pollIntervalSeconds"])
      expect(() => readSettings({}, (asked) => (asked === name ? wrong : undefined), environment)).toThrow(wrong);
  });

  test.each(["projectId", "regionId", "clientId"])("refuse a fraction as %s", (name) => {
    const read = () => readSettings({}, (asked) => (asked === name ? "7.5" : undefined), environment);
    expect(read).toThrow(`cloudplatform:${name} is "7.5"; it must be a whole number above 0.`);
  });

  test.each([
    ["no key", { ...environment, CLOUDPLATFORM_API_KEY: "" }, /API key is not set.*CLOUDPLATFORM_API_KEY/],
    [
      "no address",
      { ...environment, CLOUDPLATFORM_BASE_URL: undefined },
      /base URL is not set.*CLOUDPLATFORM_BASE_URL/,
    ],
    ["no address at all", { ...environment, CLOUDPLATFORM_BASE_URL: "key-by-mistake" }, /^baseUrl is not a URL/],
    ["plain HTTP to another host", { ...environment, CLOUDPLATFORM_BASE_URL: "http://example.com" }, /without TLS/],
    ["another scheme", { ...environment, CLOUDPLATFORM_BASE_URL: "ftp://example.com" }, /must begin with https/],
    ["a query", { ...environment, CLOUDPLATFORM_BASE_URL: "https://example.com/?a" }, /without \? and #/],
    ["a key with its scheme word", { ...environment, CLOUDPLATFORM_API_KEY: "apikey 123" }, /contains spaces/],
    [
      "a project that is no number",
      { ...environment, CLOUDPLATFORM_PROJECT_ID: "one" },
      /CLOUDPLATFORM_PROJECT_ID is "one"/,
    ],
    [
      "an edge word of two parts",
      { ...environment, CLOUDPLATFORM_EDGE_WORD: "a/b" },
      /"a\/b" is not a single path segment/,
    ],
  ])("are refused with %s", (_name, variables, message) => {
    expect(() => readSettings({}, undefined, variables)).toThrow(message);
  });

  test("that contain a password in the URL are refused without repeating it", () => {
    const url = "https://user:pa55word@example.com";
    expect(() => readSettings({ baseUrl: url, apiKey: "k" }, undefined, {})).toThrow(
      /^(?!.*pa55word).*must not contain/,
    );
  });

  test.each(["http://127.0.0.1:8787", "http://localhost:1", "http://[::1]:1"])("allow plain HTTP to %s", (baseUrl) => {
    expect(readSettings({ baseUrl, apiKey: "k" }, undefined, {}).baseUrl).toBe(baseUrl);
  });

  test("allow plain HTTP elsewhere if allowInsecureHttp is true", () => {
    const given = { baseUrl: "http://10.0.0.1", apiKey: "k", allowInsecureHttp: true };
    expect(readSettings(given, undefined, {}).baseUrl).toBe("http://10.0.0.1");
  });

  test("keep the key out of the printed client", () => {
    const client = createClient({ baseUrl: "https://example.com", apiKey: "top-secret" });
    expect(JSON.stringify(client.settings)).not.toContain("top-secret");
    expect(client.settings.apiKey).toBe("top-secret");
  });
});
