import { endpoints } from "@cloudplatform/pulumi/api";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clientOf, platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const emulator = await platform();
const { requests } = emulator.platform;
let stack: TestStack;

beforeAll(async () => {
  // No settings in the environment: the platform's address comes only from the stack's configuration.
  const env = { CLOUDPLATFORM_BASE_URL: "", CLOUDPLATFORM_API_KEY: "" };
  stack = await openStack({ url: emulator.url, env });
  const account = {
    "cloudplatform:projectId": "1",
    "cloudplatform:regionId": "76",
    "cloudplatform:clientId": "5",
  };
  await stack.configure({ "cloudplatform:baseUrl": emulator.url, ...account }, { "cloudplatform:apiKey": "local" });
  const pools = [{ name: "metal", flavorId: "bm1-basic-small", minNodeCount: 1 }];
  const body = { name: "edge-1", keypair: "ops", version: "v1.31.9", pools };
  await clientOf(emulator).call(endpoints["clusters.create"], { params: { projectId: 1, regionId: 76 }, body });
  emulator.platform.clock.change({ advanceMs: 3_600_000 });
});
afterAll(() => stack.remove());
beforeEach(() => requests.clear());

const lookups = () => requests.list({}).map(({ method, path }) => `${method} ${path}`);

describe("lookups of a program", () => {
  test("use the stack's configuration, and a preview sends at most one request for each", async () => {
    await stack.program(`
      const price = () => pricing.getReservationPrice({
        period: "MONTHS36", resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
      });
      export const total = (await price()).amountPrices?.commitPriceTotal;
      export const again = (await price()).amountPrices?.commitPriceTotal;
      export const onAir = (await streaming.getStreams({ withBroadcasts: true })).filter((s) => s.live).length;
      export const suspended = edge.getAppsOutput({ status: pulumi.output(5) }).apply(({ apps }) => apps.map((a) => a.name));
      export const same = edge.getAppsOutput({ status: 5 }).count;
      export const threshold = quotas.getNotificationThresholdOutput().threshold;
      export const space = (await storage.upsertEvents({})).reachingUsedSpace.length;
      export const logging = pricing.getLoggingPriceOutput({}).priceStatus;
    `);
    expect(await stack.preview()).toMatchObject({ code: 0 });
    expect(lookups().sort()).toEqual([
      "GET /cloud/v1/pricing/76/laas",
      "GET /cloud/v2/client_quotas/5/notification_threshold",
      "GET /edgeapp/v1/apps",
      // One page of streams, and the empty page that ends the list.
      "GET /streaming/streams",
      "GET /streaming/streams",
      "POST /cloud/v1/pricing/76/billing_reservation",
      "POST /storage/notifications/v1/events",
    ]);
    expect(await stack.up()).toMatchObject({ code: 0 });
    expect(await stack.outputs()).toEqual({
      total: "17811.36",
      again: "17811.36",
      onAir: 4,
      suspended: ["scraper"],
      same: 1,
      threshold: 80,
      space: 2,
      logging: "show",
    });
  });

  test("wait for values that a preview does not know, and find the resource once it exists", async () => {
    await stack.program(`
      const images = new cdn.RuleTemplate("images", { rule: "/images", ruleType: 0, name: "images" });
      export const before = (await cdn.getRuleTemplates({})).length;
      export const rule = cdn.getRuleTemplateOutput({ id: images.templateId }).rule;
      export const after = cdn.getRuleTemplatesOutput({}, { dependsOn: images }).apply((all) => all.length);
    `);
    const preview = await stack.preview();
    expect(preview, preview.output).toMatchObject({ code: 0 });
    expect(lookups().filter((line) => line.startsWith("GET /cdn/resources/rule_templates/"))).toEqual([]);
    expect(await stack.up()).toMatchObject({ code: 0 });
    expect(await stack.outputs()).toEqual({ before: 3, rule: "/images", after: 4 });
  });

  // Three commands, to cover what the engine passes to a program for a finished and an unfinished resource in a preview.
  test("fail at preview if the platform refuses and their dependencies are finished, also in a component", async () => {
    const program = (name: string, weight = 1) => `
      class Site extends pulumi.ComponentResource {
        constructor() {
          super("test:Site", "site");
          new cdn.RuleTemplate("images", { rule: "/images", ruleType: 0, weight: ${weight} }, { parent: this });
          this.config = kubernetes.getKubeconfigOutput({ name: "${name}" }, { dependsOn: this }).config;
          new cdn.RuleTemplate("later", { rule: "/later", ruleType: 0, name: this.config.apply(() => "l") }, { parent: this });
        }
      }
      new Site();
    `;
    await stack.program(program("edge-1"));
    expect(await stack.up()).toMatchObject({ code: 0 });
    await stack.program(program("nowhere"));
    const refused = await stack.preview();
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("404");
    await stack.program(program("nowhere", 2));
    const unfinished = await stack.preview();
    expect(unfinished, unfinished.output).toMatchObject({ code: 0 });
  });

  test("keep credentials secret, and change nothing in a preview", async () => {
    const stored = emulator.platform.store.storageEvents.get("reaching_used_requests");
    await stack.program(`
      export const config = kubernetes.getKubeconfigOutput({ name: "edge-1" }).config;
      const events = await storage.upsertEvents({ reachingUsedRequests: [{ bucketName: "photos", count: 2n ** 63n }] });
      export const count = events.reachingUsedRequests[0]?.count;
      export const others = events.reachingFilesQuantity.length;
    `);
    const preview = await stack.preview();
    expect(preview, preview.output).toMatchObject({ code: 0 });
    expect(preview.output).toContain("9223372036854775808");
    expect(lookups()).not.toContain("POST /storage/notifications/v1/events");
    expect(emulator.platform.store.storageEvents.get("reaching_used_requests")).toEqual(stored);
    expect(await stack.up()).toMatchObject({ code: 0 });
    const { config, ...rest } = await stack.outputs();
    expect(rest).toEqual({ count: "9223372036854775808", others: 1 });
    expect(String(config)).toContain("kind: Config");
    const state = await stack.stateText();
    const credentials = String(config).match(/(?<=(?:token|-data): ).+/g) ?? [];
    expect(credentials.length).toBeGreaterThan(1);
    for (const credential of credentials) expect(state).not.toContain(credential);
  });

  test("with invalid arguments stop the program with every problem and without a stack trace, and send nothing", async () => {
    await stack.program(`await gpu.getServers({ clusterId: "none", limit: 0 });`);
    const preview = await stack.preview();
    expect(preview.code).not.toBe(0);
    expect(preview.output).toContain(
      'clusterId must be a UUID such as 5e2d1c9a-0b7f-4b43-9a63-2f6f2b8c1d11; got "none"',
    );
    expect(preview.output).toContain("limit must be from 1 to 1000; got 0");
    expect(preview.output).not.toMatch(/^ +at /m);
    expect(lookups()).toEqual([]);
  });
});
