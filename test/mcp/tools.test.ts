import type { Client } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { endpoints, mayChange } from "../../provider/api/index.ts";
import { tools } from "../../provider/cli/mcp/serve.ts";
import { lookupPages } from "../../provider/generate/lookup-pages.ts";
import { controlOf } from "../helpers/control.ts";
import { clientOf, platform } from "../helpers/platform.ts";
import { callTool, connect } from "./connect.ts";

/** The tools of `cloudplatform mcp`, called by the SDK's client: 2 s of processor time. */
const apiKey = "planted-api-key-4711";
const emulator = await platform({ apiKey });
const control = controlOf(emulator);
let client: Client;
beforeEach(async () => {
  client = await connect({ CLOUDPLATFORM_BASE_URL: emulator.url, CLOUDPLATFORM_API_KEY: apiKey });
});
afterEach(() => control.reset());
const call = (name: string, given?: Record<string, unknown>) => callTool(client, name, given);

/** Arguments for the functions that require some. */
const place = { projectId: 1, regionId: 76 };
const needed: Record<string, Record<string, unknown>> = {
  cdn_getRuleTemplate: { id: 1 },
  edge_getAppLogs: { id: 1 },
  edge_getAppTemplate: { id: 1 },
  edge_getSecret: { id: 1 },
  gpu_getGpuClusters: place,
  kubernetes_getClusters: place,
  kubernetes_getFlavors: place,
  kubernetes_getVersions: place,
  pricing_getLoggingPrice: { regionId: 76 },
  pricing_getReservationPrice: {
    ...{ regionId: 76, period: "MONTHS36" },
    resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 }],
  },
  quotas_getNotificationThreshold: { clientId: 5 },
  reservations_getReservationFlavors: { regionId: 76 },
};

test("there is a tool for each read-only function", async () => {
  const named = (await client.listTools()).tools.map(({ name }) => name);
  const [reading, writing] = [false, true].map((writes) =>
    lookupPages
      .filter(({ definition }) => mayChange(definition.endpoint) === writes)
      .map(({ area, name }) => `${area}_${name}`),
  );
  expect(writing).toEqual(["storage_upsertEvents"]);
  expect(named.sort()).toEqual([...["explain", "match", "reference", "review"], ...(reading ?? [])].sort());
  for (const one of (await client.listTools()).tools) {
    expect(one.annotations).toEqual({ readOnlyHint: true, destructiveHint: false });
    expect(one.name).toMatch(/^\w{1,64}$/);
    expect(one.inputSchema.type).toBe("object");
  }
});

test("no tool sends a request that may change something", async () => {
  for (const { name } of tools()) if (name !== "review") await call(name, needed[name]);
  const sent = await control.requests();
  expect(sent.length).toBeGreaterThan(15);
  const safe = Object.values(endpoints).filter((one) => !mayChange(one) && one.method !== "GET");
  const isSafe = (line: string) =>
    line.startsWith("GET ") ||
    safe.some(({ path }) => new RegExp(`^POST ${path.replace(/\{\w+\}/g, "[^/]+")}$`).test(line));
  expect(sent.filter((line) => !isSafe(line))).toEqual([]);
});

describe("a lookup", () => {
  test("returns JSON with the user's field names and current values", async () => {
    const { text } = await call("edge_getApps", { status: 5 });
    expect(JSON.parse(text)).toMatchObject({ count: 1, apps: [{ name: "scraper", apiType: expect.any(String) }] });
    await control.change("apps", 1, { name: "renamed", status: 5 });
    expect((await call("edge_getApps", { status: 5 })).text).toContain("renamed");
  });

  test.each(Object.entries(needed))("%s takes its arguments", async (name, given) => {
    const { text, isError } = await call(name, given);
    expect(text).not.toBe("");
    expect(isError, text).toBe(false);
  });

  test("describes its arguments, with ranges", async () => {
    const found = (await client.listTools()).tools.find(({ name }) => name === "pricing_getReservationPrice");
    expect(found?.inputSchema).toMatchObject({
      required: expect.arrayContaining(["period", "resources"]),
      properties: {
        period: { enum: ["MONTHS12", "MONTHS36"] },
        resources: { items: { properties: { resourceValue: { minimum: 1, maximum: 100 } } } },
      },
    });
  });

  test("names each wrong argument", async () => {
    expect(await call("edge_getApps", { limit: -1, state: 5 })).toEqual({
      isError: true,
      text: `edge.getApps: invalid arguments, so nothing was sent [CP1006]:
  - state is not known here; did you mean status?
  - limit must be at least 1; got -1`,
    });
  });

  test("of a missing object returns the same message as a command", async () => {
    const { text, isError } = await call("cdn_getRuleTemplate", { id: 4711 });
    expect(isError).toBe(true);
    expect(text).toMatch(/"Rule template 4711 was not found\.".*\[CP1105\]$/);
  });
});

describe("no result has", () => {
  test("keys of signed links, values of request headers, or a kubeconfig", async () => {
    const own = clientOf(emulator, { apiKey });
    const options = {
      secure_key: { enabled: true, key: "planted-link-key-1", type: 0 },
      staticRequestHeaders: { enabled: true, value: { "X-Origin": "planted-header-2" } },
    } as const;
    const { id } = await own.call(endpoints["ruleTemplates.create"], {
      body: { rule: "/planted/", ruleType: 0, options },
    });
    const pools = [{ name: "metal", flavorId: "bm1-basic-small", minNodeCount: 1 }];
    const body = { name: "edge-1", keypair: "ops", version: "v1.31.9", pools };
    await own.call(endpoints["clusters.create"], { params: place, body });
    emulator.platform.clock.change({ advanceMs: 3_600_000 });
    expect(JSON.parse((await call("kubernetes_getKubeconfig", { ...place, name: "edge-1" })).text).config).toBe(
      "[secret]",
    );
    for (const { text } of [await call("cdn_getRuleTemplate", { id }), await call("cdn_getRuleTemplates")]) {
      expect(text).toContain("X-Origin");
      expect(text).not.toContain("planted-link-key-1");
      expect(text).not.toContain("planted-header-2");
    }
  });

  test("the API key", async () => {
    const wrong = await connect({ CLOUDPLATFORM_BASE_URL: emulator.url, CLOUDPLATFORM_API_KEY: "planted-other-key-5" });
    const { text, isError } = await callTool(wrong, "edge_getApps");
    expect(isError).toBe(true);
    expect(text).toContain("[CP1103]");
    await control.change("apps", 1, { name: `app ${apiKey}` });
    expect((await call("edge_getApps")).text).not.toContain(apiKey);
  });
});

describe("reference", () => {
  test("lists the pages, and has those of resources, functions, guides, codes, settings and rules", async () => {
    const page = async (name: string) => (await call("reference", { name })).text;
    expect((await call("reference")).text).toContain("- [cdn.RuleTemplate](");
    expect(await page("cdn.RuleTemplate")).toContain("# cdn.RuleTemplate");
    expect(await page("Rule sets")).toContain("# Rule sets");
    expect(await page("edge.getApps")).toMatch(/^## edge\.getApps\n(?!.*\n## )/s);
    expect(await page("CP1103")).toContain("Fix: ");
    expect(await page("cloudplatform:edgeWord")).toContain("Default: `edgeapp`");
    expect(await page("regionId")).toContain("Environment: `CLOUDPLATFORM_PROJECT_ID`");
    expect(await page("monthly-budget")).toContain(
      "Requirement: A stack must not cost more per month than its budget.",
    );
  });

  test.each(lookupPages.map(({ area, name }) => `${area}.${name}`))(
    "has the section of the function %s",
    async (name) => {
      expect((await call("reference", { name })).text).toContain(`## ${name}\n`);
    },
  );

  test("of a missing page says where to find the names", async () => {
    expect(await call("reference", { name: "cdn.Nothing" })).toEqual({
      isError: true,
      text: expect.stringContaining('There is no page about "cdn.Nothing". Call reference without a name'),
    });
  });
});

test("explain accepts error codes and rules, and names them for other arguments", async () => {
  expect((await call("explain", { name: "[CP1103]" })).text).toMatch(/^CP1103: .*\n\nCause: .*\n\nFix: /s);
  expect((await call("explain", { name: "no-destruction" })).text).toContain("Remediation: Keep the resource");
  expect((await call("explain", { name: "CP0000" })).text).toContain('"CP0000" is not an error code');
  expect((await call("explain", { name: "budget" })).text).toContain("neither an error code such as CP1103 nor");
  expect((await call("explain")).text).toBe(
    "The call of explain: invalid arguments, so nothing was sent [CP1006]:\n  - name is required",
  );
});

test("match shows which templates of the platform match", async () => {
  const own = clientOf(emulator, { apiKey });
  await own.call(endpoints["ruleTemplates.create"], { body: { name: "images", rule: "/images/.*", ruleType: 0 } });
  expect((await call("match", { urls: ["/images/a.png"], live: true })).text).toContain("images");
});
