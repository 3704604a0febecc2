import { deletionLossesOf, updateLossesOf } from "@cloudplatform/pulumi/effects";
import { type ResourceName, resourceNames } from "@cloudplatform/pulumi/registry";
import { unknownValue } from "@cloudplatform/pulumi/schema";
import { afterEach, expect, test } from "vitest";
import { type LogLine, setLogSink } from "../../provider/engine/lifecycle/progress.ts";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { clusterInputs, metalPool, virtualPool } from "../cluster/cluster.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { platform } from "../helpers/platform.ts";

const emulator = await platform();
afterEach(() => setLogSink(undefined));

const pools = (...wanted: unknown[]) => ({ pools: wanted });
const live = { pools: [{ name: "general", nodeCount: 4 }] };
const signed = (key: unknown, more: object = {}) => ({
  rule: "/v/",
  options: { secure_key: { enabled: true, key, type: 0 }, ...more },
});
const cache = { edge_cache_settings: { enabled: true, value: "60s" } };
const rules = (wanted: object) => ({ rules: wanted });
const slots = (...numbers: unknown[]) => ({ secretSlots: numbers.map((slot) => ({ slot, value: "v" })) });

const nodes = "with 4 nodes and the data on their disks";
const later = "they are known only during the update";

const rows: [what: string, ResourceName, before: object, after: object, state: object, losses: string[]][] = [
  ["a pool that goes", "kubernetes.Cluster", pools(virtualPool), pools(metalPool), live, [`pool general ${nodes}`]],
  [
    "a pool of another flavor",
    "kubernetes.Cluster",
    pools(virtualPool),
    pools({ ...virtualPool, flavorId: "g1-standard-4-8" }),
    live,
    [`pool general ${nodes}: it is deleted and created again`],
  ],
  [
    "a pool whose flavor is not known",
    "kubernetes.Cluster",
    pools(virtualPool),
    pools({ ...virtualPool, flavorId: unknownValue }),
    live,
    [`pool general ${nodes}: it is deleted and created again, unless flavorId stays as it is: ${later}`],
  ],
  [
    "pools that are not known",
    "kubernetes.Cluster",
    pools(virtualPool),
    pools(unknownValue),
    live,
    [`pool general ${nodes}, if it is not among the pools: ${later}`],
  ],
  [
    "a lower maximum",
    "kubernetes.Cluster",
    pools(virtualPool),
    pools({ ...virtualPool, maxNodeCount: 3 }),
    live,
    ["1 node and the data on its disks, of pool general"],
  ],
  [
    "a pool that an interrupted update was to remove",
    "kubernetes.Cluster",
    pools(virtualPool),
    pools(virtualPool),
    { pools: [...live.pools, { name: "old", nodeCount: 2 }] },
    ["pool old with 2 nodes and the data on their disks"],
  ],
  [
    "a pool that an interrupted update was to recreate",
    "kubernetes.Cluster",
    pools({ ...virtualPool, flavorId: "g1-standard-4-8" }),
    pools({ ...virtualPool, flavorId: "g1-standard-4-8" }),
    { pools: [{ ...virtualPool, nodeCount: 4 }] },
    [`pool general ${nodes}: it is deleted and created again`],
  ],
  [
    "a pool that an interrupted update did not add",
    "kubernetes.Cluster",
    pools(virtualPool, metalPool),
    pools(virtualPool),
    live,
    [],
  ],
  ["labels", "kubernetes.Cluster", pools(virtualPool), pools({ ...virtualPool, labels: { a: "b" } }), live, []],
  ["another pool", "kubernetes.Cluster", pools(virtualPool), pools(virtualPool, metalPool), live, []],
  [
    "another signing key",
    "cdn.RuleTemplate",
    signed("one"),
    signed("two"),
    {},
    ["all links to rule /v/ that are signed with the present key"],
  ],
  [
    "a signing key that is not known",
    "cdn.RuleTemplate",
    signed("one"),
    signed(unknownValue),
    {},
    [`all links to rule /v/ that are signed, unless the key stays as it is: ${later}`],
  ],
  [
    "no signing key",
    "cdn.RuleTemplate",
    signed("one"),
    { rule: "/v/" },
    {},
    ["the signature that links to rule /v/ need"],
  ],
  [
    "an option less",
    "cdn.RuleTemplate",
    signed("one", cache),
    signed("one"),
    {},
    ["the option edge_cache_settings of rule /v/"],
  ],
  ["an option more", "cdn.RuleTemplate", signed("one"), signed("one", cache), {}, []],
  [
    "a rule that goes, and one with another key",
    "cdn.RuleSet",
    rules({ gone: { rule: "/g/" }, kept: signed("one"), released: { rule: "/r/" } }),
    { ...rules({ kept: signed("two") }), released: ["released"] },
    { templateIds: { gone: 7, kept: 8, released: 9 } },
    ["rule template 7 (gone), which is deleted", "all links to rule /v/ that are signed with the present key (kept)"],
  ],
  [
    "rules that are not known",
    "cdn.RuleSet",
    rules({ kept: { rule: "/k/" } }),
    rules(unknownValue as never),
    { templateIds: { kept: 8 } },
    ["each of 1 rule template that is not among the new rules"],
  ],
  ["a slot less", "edge.Secret", slots(0, 1), slots(0), {}, ["the value of slot 1"]],
  [
    "an unknown slot",
    "edge.Secret",
    slots(0),
    slots(unknownValue),
    {},
    ["the values of slots that are not among the new ones"],
  ],
  ["a resource that has nothing to lose", "reservations.Reservation", { name: "a" }, { name: "b" }, {}, []],
  ["the same slots", "edge.Secret", slots(0), slots(0), {}, []],
];

test.each(rows)("says what %s loses", (_what, name, declared, inputs, state, losses) => {
  expect(updateLossesOf(name, { declared, inputs, state })).toEqual(losses);
});

const deletions: [name: ResourceName, object: Parameters<typeof deletionLossesOf>[1], losses: string[]][] = [
  ["cdn.RuleTemplate", { inputs: { rule: "/v/" } }, ["the CDN options for /v/: its requests get other rules"]],
  // Losses of its rule templates are reported one by one.
  ["cdn.RuleSet", { inputs: rules({}) }, []],
  [
    "kubernetes.Cluster",
    { inputs: pools(virtualPool, metalPool), outputs: live },
    [
      "4 nodes in 1 pool (general), with the workloads and data on them",
      "the kubeconfig: every copy of it stops working",
    ],
  ],
  [
    "kubernetes.Cluster",
    {
      inputs: {
        pools: [
          { name: "a", minNodeCount: 2 },
          { name: "b", minNodeCount: 1 },
        ],
      },
    },
    [
      "3 nodes in 2 pools (a, b), with the workloads and data on them",
      "the kubeconfig: every copy of it stops working",
    ],
  ],
  [
    "reservations.Reservation",
    { outputs: { status: "CREATED" } },
    ["the reservation: it is cancelled, and nothing is owed"],
  ],
  ["reservations.Reservation", { outputs: { status: "APPROVED" } }, []],
  ["edge.AppTemplate", { id: "12" }, ["edge-app template 12, with its parameters"]],
  ["edge.Secret", { id: "3" }, ["edge secret 3, with values that the platform never returns"]],
  ["quotas.NotificationThreshold", { id: "5" }, []],
];

test.each(deletions)("says what the deletion of a %s loses", (name, object, losses) => {
  expect(deletionLossesOf(name, object)).toEqual(losses);
});

test("reports the losses of every resource", () => {
  expect(new Set(deletions.map(([name]) => name))).toEqual(new Set(resourceNames));
});

test("a comparison warns of what the rest of an interrupted update destroys", async () => {
  const lines: LogLine[] = [];
  const harness = new EngineHarness(clusterHandler, emulator, "interrupted");
  const deployed = clusterInputs({ name: "interrupted", pools: [virtualPool, metalPool] });
  const { inputs } = await harness.check(deployed);
  const wanted = { ...deployed, pools: [virtualPool] };
  // The engine updates once more, although the inputs are those of the interrupted update.
  const { pools: last } = (await harness.check(wanted)).inputs;
  harness.state = { id: "1/76/interrupted", inputs, outputs: { ...inputs, __declared: { pools: last } } };
  setLogSink((line) => lines.push(line));
  expect(await harness.preview(wanted)).toBe("same");
  expect(lines.map(({ text }) => text)).toEqual([
    "This update of Kubernetes cluster 1/76/interrupted destroys pool metal with 1 node and the data on its disks.",
  ]);
});

test("a comparison warns of what an update destroys, and not of a replacement", async () => {
  const lines: LogLine[] = [];
  setLogSink((line) => lines.push(line));
  const harness = new EngineHarness(clusterHandler, emulator, "losses");
  const deployed = clusterInputs({ name: "losses", pools: [virtualPool, metalPool] });
  const { inputs } = await harness.check(deployed);
  harness.state = { id: "1/76/losses", inputs, outputs: inputs };
  expect(await harness.preview({ ...deployed, keypair: "other", pools: [virtualPool] })).toBe("replace");
  expect(lines).toEqual([]);
  expect(await harness.preview({ ...deployed, pools: [virtualPool] })).toBe("update");
  expect(lines.map(({ severity, text, ephemeral }) => ({ severity, text, ephemeral }))).toEqual([
    {
      severity: 2,
      text: "This update of Kubernetes cluster 1/76/losses destroys pool metal with 1 node and the data on its disks.",
      ephemeral: false,
    },
  ]);
});
