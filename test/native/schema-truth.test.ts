import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lifecycles } from "../../provider/resources/lifecycles.ts";
import type { ResourceType } from "../../provider/resources/registry.ts";
import { clusterInputs, fast, metalPool, virtualPool } from "../cluster/cluster.ts";
import { NativeHarness } from "../helpers/native-harness.ts";
import { platform } from "../helpers/platform.ts";
import { startPlugin } from "../helpers/plugin.ts";
import { templates } from "../rule-template/generated.ts";
import { deviations, resourceSpec } from "./conformity.ts";

const emulator = await platform(fast);
const plugin = await startPlugin({ CLOUDPLATFORM_POLL_INTERVAL_SECONDS: "0.05" });
/** A separate run for imports, because an object belongs to one resource in a run. */
const importing = await startPlugin();
const option = { enabled: true, value: true };

/** Inputs of each resource: with as few and with as many fields as possible. */
const programs: Readonly<Record<ResourceType, { token: string; inputs: readonly object[] }>> = {
  RuleTemplate: {
    token: "cdn:RuleTemplate",
    inputs: [{ rule: "/few/", ruleType: 0 }, ...fc.sample(templates, { numRuns: 12, seed: 42 })],
  },
  RuleSet: {
    token: "cdn:RuleSet",
    inputs: [
      { order: ["one"], rules: { one: { rule: "/set-one/", ruleType: 0 } } },
      {
        order: ["three", "two"],
        rules: {
          two: { rule: "/set-two/", ruleType: 0, options: { gzipOn: option } },
          three: { rule: "/set-three/", ruleType: 1, name: "third" },
        },
      },
    ],
  },
  Cluster: {
    token: "kubernetes:Cluster",
    inputs: [
      clusterInputs({ pools: [metalPool] }),
      clusterInputs({
        pools: [{ ...virtualPool, labels: { "a.b/c": "d" }, taints: { dedicated: "web:NoSchedule" } }, metalPool],
        cni: { provider: "cilium" },
        timeouts: { create: "1h" },
      }),
    ],
  },
  Reservation: {
    token: "reservations:Reservation",
    inputs: [
      {
        ...{ name: "few", regionId: 76, period: "MONTHS12" },
        resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
      },
    ],
  },
  AppTemplate: {
    token: "edge:AppTemplate",
    inputs: [
      { name: "few", binaryId: 1, owned: true, params: [] },
      {
        ...{ name: "many", binaryId: 1, owned: true, shortDescr: "short", longDescr: "long" },
        params: [{ name: "token", dataType: "string", mandatory: true, descr: "The token." }],
      },
    ],
  },
  Secret: {
    token: "edge:Secret",
    inputs: [{ name: "few" }, { name: "many", comment: "all", secretSlots: [{ slot: 0, value: "open-sesame" }] }],
  },
  NotificationThreshold: { token: "quotas:NotificationThreshold", inputs: [{ clientId: 5, threshold: 70 }] },
};

describe.each(Object.entries(programs))("the resource %s", (type, { token, inputs }) => {
  test.each(inputs.map((one, index) => [index, one] as const))(
    "has the outputs and inputs that the schema names (%i)",
    async (index, given) => {
      const one = new NativeHarness(plugin, lifecycles[type as ResourceType], emulator, `${type}-${index}`);
      const spec = resourceSpec(token);
      await one.up(given);
      expect(deviations(one.state?.outputs, spec)).toEqual([]);
      // `check` adds the quote, which is an output.
      const { quote: _, ...inputs } = one.state?.inputs ?? {};
      expect(deviations(given, inputsOf(spec))).toEqual([]);
      expect(deviations(inputs, spec && { properties: spec.inputProperties })).toEqual([]);
      await one.refresh();
      expect(deviations(one.state?.outputs, spec)).toEqual([]);
      if (type === "RuleSet") return;
      const imported = new NativeHarness(
        ...([importing, lifecycles[type as ResourceType], emulator, `${type}-i-${index}`] as const),
      );
      await imported.import(String(one.state?.id));
      expect(deviations(imported.state?.outputs, spec)).toEqual([]);
      expect(deviations(imported.state?.inputs, inputsOf(spec))).toEqual([]);
    },
  );
});

const inputsOf = (spec: ReturnType<typeof resourceSpec>) =>
  spec && { properties: spec.inputProperties, required: spec.requiredInputs ?? [] };
