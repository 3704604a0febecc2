import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { resourceNames } from "../../provider/resources/registry.ts";
import { controlOf } from "../helpers/control.ts";
import { platformProcess } from "../helpers/platform.ts";
import { builtPlugin } from "../helpers/plugin.ts";
import { openStack } from "../helpers/stack.ts";
import { succeeds } from "../helpers/succeeds.ts";

// Only the real CLI shows what the state keeps between commands and how the engine handles a read. These are the commands that CI
// runs. test/evidence/lives.ts covers each behavior in process. 10 s of processor time.

const emulator = await platformProcess();
const control = controlOf(emulator);
afterAll(() => emulator.remove());

/** Stale reads and lists, for a few seconds of real time. */
const lagging = { staleReads: 3, staleOrder: "alternating", listDelay: 400, clusterAfterTask: 400 };

/** One resource of each type, with an in-place change. */
const program = (changed: boolean) => `
  new of.cdn.RuleTemplate("one", { name: "lagging", rule: "/lagging", ruleType: 0, weight: ${changed ? 4 : 3} });
  new of.cdn.RuleSet("two", { rules: [{ key: "a", name: "lagging-a", rule: "/lagging/a", ruleType: 0${changed ? ', overrideOriginProtocol: "HTTPS"' : ""} }] });
  new of.kubernetes.Cluster("three", { projectId: 1, regionId: 76, name: "lagging", keypair: "ops", version: "v1.31.9",
    pools: [{ name: "general", flavorId: "bm1-hf-medium", minNodeCount: 1${changed ? ', labels: { tier: "one" }' : ""} }] });
  new of.reservations.Reservation("four", { name: "lagging", period: "MONTHS12", regionId: 76,
    resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }] });
  new of.edge.AppTemplate("five", { binaryId: 42, name: "lagging", owned: true, params: []${changed ? ', shortDescr: "Changed"' : ""} });
  new of.edge.Secret("six", { name: "lagging", secretSlots: [{ slot: 0, value: "planted" }]${changed ? ', comment: "Changed"' : ""} });
  new of.quotas.NotificationThreshold("seven", { clientId: 6, threshold: ${changed ? 72 : 71} });`;

beforeEach(async () => {
  await control.reset();
  await emulator.control("POST", "clock", { speed: 200 });
  await emulator.control("PUT", "behaviors", lagging);
});

describe.each([
  ["dynamic", 'import * as of from "@cloudplatform/pulumi";'],
  ["native", 'import * as of from "@cloudplatform/pulumi/native";'],
])("on a platform whose reads lag, with the %s provider", (_, load) => {
  test("up --refresh directly after up finds every resource as it was deployed, and sends nothing", async () => {
    const { folder } = await builtPlugin();
    // The default time for which reads may be stale.
    const env = { CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.2", CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS: "60" };
    const stack = await openStack({ url: emulator.url, env, plugins: [folder] });
    onTestFinished(() => stack.remove());
    const collections = ["clusters", "reservations", "appTemplates", "secrets", "ruleTemplates"];
    const objects = async () => (await Promise.all(collections.map(control.state))).map((all) => all.length);
    const before = await objects();
    const deployed = async (changed: boolean) => {
      await stack.program(`${load}\n${program(changed)}`);
      await succeeds(stack.run("up", "--yes", "--skip-preview"));
      const ids = (await stack.resources()).map(({ id }) => id).sort();
      await control.clearRequests();
      const again = await succeeds(stack.run("up", "--refresh", "--yes", "--skip-preview"));
      expect(
        (await control.requests()).filter((one) => !/^GET |pricing/.test(one)),
        again.output,
      ).toEqual([]);
      expect((await stack.resources()).map(({ id }) => id).sort()).toEqual(ids);
      expect(ids).toHaveLength(resourceNames.length);
    };
    await deployed(false);
    const made = await objects();
    expect(made.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 1, 1, 2]);
    await deployed(true);
    expect(await objects()).toEqual(made);
    await succeeds(stack.run("destroy", "--refresh", "--yes", "--skip-preview"));
    expect(await objects()).toEqual(before);
  });
});
