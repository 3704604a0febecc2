import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ResourceName, resourceNames } from "../../provider/resources/registry.ts";
import { controlOf } from "../helpers/control.ts";
import { platformProcess } from "../helpers/platform.ts";
import { builtPlugin } from "../helpers/plugin.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { succeeds } from "../helpers/succeeds.ts";
import { until } from "../helpers/until.ts";

// Only the real CLI shows that Ctrl-C reaches an operation: one operation for each resource, alternating. test/engine/cancelled.ts cancels
// each operation at each of its requests. A real provider process ends within 0.2 s of Ctrl-C, a kept one after 5 s.

interface Kind {
  declaration: string;
  creates: string;
  deletes: string;
}

/** One declaration for each registered resource. A new resource does not compile until it is added here. */
const kinds: Record<ResourceName, Kind> = {
  "cdn.RuleTemplate": {
    declaration: 'new of.cdn.RuleTemplate("one", { name: "cancelled", rule: "/cancelled", ruleType: 0 });',
    creates: "ruleTemplates.create",
    deletes: "ruleTemplates.delete",
  },
  "cdn.RuleSet": {
    declaration:
      'new of.cdn.RuleSet("two", { rules: [{ key: "a", name: "cancelled-a", rule: "/cancelled/a", ruleType: 0 }] });',
    creates: "ruleTemplates.create",
    deletes: "ruleTemplates.delete",
  },
  "kubernetes.Cluster": {
    declaration: `new of.kubernetes.Cluster("three", { projectId: 1, regionId: 76, name: "cancelled", keypair: "ops",
      version: "v1.31.9", pools: [{ name: "general", flavorId: "bm1-hf-medium", minNodeCount: 1 }] });`,
    creates: "clusters.create",
    deletes: "clusters.delete",
  },
  "reservations.Reservation": {
    declaration: `new of.reservations.Reservation("four", { name: "cancelled", period: "MONTHS12", regionId: 76,
      resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }] });`,
    creates: "reservations.create",
    deletes: "reservations.delete",
  },
  "edge.AppTemplate": {
    declaration: 'new of.edge.AppTemplate("five", { binaryId: 42, name: "cancelled", owned: true, params: [] });',
    creates: "appTemplates.create",
    deletes: "appTemplates.delete",
  },
  "edge.Secret": {
    declaration: 'new of.edge.Secret("six", { name: "cancelled", secretSlots: [{ slot: 0, value: "planted" }] });',
    creates: "secrets.create",
    deletes: "secrets.delete",
  },
  "quotas.NotificationThreshold": {
    declaration: 'new of.quotas.NotificationThreshold("seven", { clientId: 6, threshold: 71 });',
    creates: "notificationThreshold.set",
    deletes: "notificationThreshold.reset",
  },
};

const isWriting = (request: string) => !request.startsWith("GET ") && !request.includes("/pricing/");

/** Assigns resources to the operation and provider with which they are cancelled. */
const turns = (turn: number) => resourceNames.filter((_, index) => index % 4 === turn);

describe.each([
  {
    ...{ provider: "dynamic", load: 'import * as of from "@cloudplatform/pulumi";' },
    ...{ created: turns(0), deleted: turns(2) },
  },
  {
    ...{ provider: "native", load: 'import * as of from "@cloudplatform/pulumi/native";' },
    ...{ created: turns(3), deleted: turns(1) },
  },
])("after Ctrl-C, the $provider provider", ({ load, created, deleted }) => {
  let emulator: Awaited<ReturnType<typeof platformProcess>>;
  let stack: TestStack;

  beforeAll(async () => {
    emulator = await platformProcess();
    await emulator.control("POST", "clock", { speed: 1_000 });
    const { folder } = await builtPlugin();
    const env = { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2" };
    stack = await openStack({ url: emulator.url, env, plugins: [folder] });
  });
  afterAll(async () => {
    await stack.remove();
    await emulator.remove();
  });

  /** Runs a command whose write is rate limited, and interrupts it while it waits to retry. */
  async function interrupted(endpoint: string, ...[command, ...args]: [string, ...string[]]): Promise<void> {
    const control = controlOf(emulator);
    await control.fault({ name: "status", endpoint, status: 429, retryAfter: 55, count: 1 });
    await control.clearRequests();
    stack.realProcesses = true;
    const going = stack.start(command, "--yes", "--skip-preview", ...args);
    await until("the request has been refused", control.faultsAreSpent);
    going.signal("SIGINT");
    const { code, output } = await going.done;
    stack.realProcesses = false;
    expect(code, output).not.toBe(0);
    expect((await control.requests()).filter(isWriting), output).toHaveLength(1);
  }

  test.each(created)("sends no create request of a %s", async (name) => {
    await stack.program([load, kinds[name].declaration].join("\n"));
    await interrupted(kinds[name].creates, "up");
    expect(await stack.resources()).toEqual([]);
  });

  test("creates each object once with the next up", async () => {
    await stack.program([load, ...Object.values(kinds).map(({ declaration }) => declaration)].join("\n"));
    await succeeds(stack.up());
    expect(await stack.resources()).toHaveLength(resourceNames.length);
    const made = await Promise.all(
      ["clusters", "reservations", "appTemplates", "secrets", "ruleTemplates"].map(controlOf(emulator).state),
    );
    expect(made.flat().filter(({ name }) => String(name).startsWith("cancelled"))).toHaveLength(6);
  });

  test.each(deleted)("sends no delete request of a %s", async (name) => {
    const urn = (await stack.resources()).find(({ type }) =>
      type.endsWith(name.replace(".", ":").split(":")[1] ?? ""),
    )?.urn;
    await interrupted(kinds[name].deletes, "destroy", "--target", urn ?? "");
    expect(await stack.resources()).toHaveLength(resourceNames.length);
  });

  test("deletes all objects with the next destroy", async () => {
    await succeeds(stack.run("destroy", "--yes", "--skip-preview"));
    expect(await stack.resources()).toEqual([]);
  });
});
