import { expect, test } from "vitest";
import { lifecycles } from "../../provider/resources/lifecycles.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { clusterInputs } from "../cluster/cluster.ts";
import { openInProcess } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";

const emulator = await platform();

const rule = { name: "own", rule: "/own/", ruleType: 0 };

const declared: Record<keyof typeof lifecycles, Properties> = {
  RuleTemplate: rule,
  RuleSet: { rules: { own: rule }, order: ["own"], allowDuplicate: true },
  Cluster: { ...clusterInputs() },
  Reservation: {
    ...{ name: "own", period: "MONTHS12", regionId: 76 },
    resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }],
  },
  AppTemplate: { binaryId: 42, name: "own", owned: true, params: [] },
  Secret: { name: "own", secretSlots: [{ slot: 0, value: "pl4nt" }] },
  NotificationThreshold: { clientId: 5, threshold: 80 },
};

const kinds = Object.keys(declared) as (keyof typeof lifecycles)[];

test.each(kinds)("the state of another kind, which an alias gives to a %s, is refused", async (kind) => {
  for (const provider of providerKinds)
    for (const other of kinds) {
      const deployed = openInProcess[provider](lifecycles[other], emulator, `${other}-before-${kind}`);
      // With the inputs that only the provider reads or computes.
      const { inputs } = await deployed.check(declared[other]);
      const harness = openInProcess[provider](lifecycles[kind], emulator, `${kind}-of-${other}`);
      harness.state = { id: "1", inputs, outputs: {} };
      const { failures } = await harness.check(declared[kind]);
      const refused = failures.map(({ reason }) => reason).filter((reason) => reason.includes("[CP2127]"));
      expect(refused, `${provider}: ${other}`).toHaveLength(kind === other ? 0 : 1);
    }
});
