import { expect, test } from "vitest";
import { Platforms } from "../../provider/review/cost/platform.ts";

const platforms = (configuration: Record<string, string>) =>
  new Platforms({
    providers: new Map(),
    configuration: { "cloudplatform:baseUrl": "https://api.platform.test", ...configuration },
    environment: {},
    signal: new AbortController().signal,
  });

test("an API key in the configuration that no plan has shown is not reported as not set", () => {
  const hidden = platforms({ "cloudplatform:apiKey": "[secret]" }).clientFor("");
  expect(hidden).toEqual({ reason: expect.stringContaining("cloudplatform:apiKey is a secret") });
  expect(platforms({}).clientFor("")).toEqual({ reason: expect.stringContaining("API key is not set") });
});
