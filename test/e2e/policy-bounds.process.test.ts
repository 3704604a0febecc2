import { rules } from "@cloudplatform/policies";
import { limits } from "@cloudplatform/pulumi/api";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { platform } from "../helpers/platform.ts";
import { openProject } from "../policies/project.ts";

/** Limit rules at the platform's own limits, through the provider's check and the real engine. */
const emulator = await platform();
const project = await openProject("policy-violations", emulator.url);
afterAll(() => project.remove());

const { cdn, edge, kubernetes, reservations } = limits;

/** A program with every value at its maximum. */
const largest = `
  import { cdn, edge, kubernetes, reservations } from "@cloudplatform/pulumi";
  const text = (length: number) => "a".repeat(length);
  new cdn.RuleTemplate("without-slash", { rule: text(${cdn.ruleLength.max}), ruleType: ${cdn.ruleType.max}, weight: ${cdn.weight.max} });
  new cdn.RuleTemplate("with-slash", { rule: "/" + text(${cdn.ruleLength.max} - 1), ruleType: 0, weight: 1 });
  new edge.AppTemplate("app", { binaryId: 42, name: text(${edge.templateNameLength.max}), owned: true,
    shortDescr: text(${edge.templateShortDescrLength.max}), longDescr: text(${edge.templateLongDescrLength.max}),
    params: [{ name: text(${edge.templateParamNameLength.max}), dataType: "string" }] });
  new kubernetes.Cluster("cluster", { projectId: 1, regionId: 76, name: text(${kubernetes.clusterNameLength.max}),
    keypair: text(${kubernetes.keypairLength.max}), version: "v1.31.9", podsIpPool: "172.16.0.0/18",
    logging: { enabled: true, destinationRegionId: 76, topicName: "logs",
      retentionPolicy: { period: ${kubernetes.logRetention.max} } },
    pools: [{ name: text(${kubernetes.poolNameLength.max}), flavorId: "g1-standard-2-4",
      minNodeCount: ${kubernetes.nodeCount.max}, maxNodeCount: ${kubernetes.nodeCount.max},
      bootVolumeSize: ${kubernetes.bootVolumeSize.max}, bootVolumeType: "ssd_hiiops", servergroupPolicy: "anti-affinity" }] });
  new reservations.Reservation("metal", { name: "metal", period: "MONTHS36", regionId: 76,
    resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: ${reservations.resourceValue.max} }] });
`;

/** A configuration of each limit rule that is one step narrower than the program. */
const narrower: Record<string, object> = {
  "app-template-name-length": { max: edge.templateNameLength.max - 1 },
  "app-template-short-description": { max: edge.templateShortDescrLength.max - 1 },
  "app-template-long-description": { max: edge.templateLongDescrLength.max - 1 },
  "app-template-param-name": { max: edge.templateParamNameLength.max - 1 },
  "cluster-name-length": { max: kubernetes.clusterNameLength.max - 1 },
  "cluster-keypair-length": { max: kubernetes.keypairLength.max - 1 },
  "cluster-log-retention": { max: kubernetes.logRetention.max - 1 },
  "cluster-pool-count": { min: 2 },
  "ip-pools-reserved": { reserved: ["172.16.0.0/12"] },
  "pool-boot-volume-size": { max: kubernetes.bootVolumeSize.max - 1 },
  "pool-counts-in-order": { headroom: 1 },
  "pool-name-length": { max: kubernetes.poolNameLength.max - 1 },
  "pool-node-count": { max: kubernetes.nodeCount.max - 1 },
  "reservation-period": { allowed: ["MONTHS12"] },
  "reservation-resource-count": { min: 2 },
  "reservation-resource-value": { max: reservations.resourceValue.max - 1 },
  "rule-length": { max: cdn.ruleLength.max - 1 },
  "rule-type": { max: cdn.ruleType.max - 1 },
  "rule-weight": { max: cdn.weight.max - 1 },
};

const limitRules = rules.filter((rule) => rule.group === "limits").map((rule) => rule.name);
const reportSchema = z.looseObject({
  findings: z.array(z.looseObject({ rule: z.string(), resource: z.string() })),
  errors: z.array(z.string()),
});

async function check(config: object) {
  await project.write("bounds.json", JSON.stringify(config));
  const ran = await project.policy("check", "--new-stack", "--config", "bounds.json", "--format", "json");
  const { findings, errors } = reportSchema.parse(JSON.parse(ran.stdout));
  expect(errors, ran.stdout).toEqual([]);
  return findings.filter((one) => limitRules.includes(one.rule));
}

test("a program at every bound of the platform breaks no limit, and every limit that is one step narrower", async () => {
  await project.write("index.ts", `${largest}\n`);
  expect(await check({})).toEqual([]);
  const found = await check(narrower);
  expect([...new Set(found.map((one) => one.rule))].sort()).toEqual(limitRules.toSorted());
  // The slash that the provider adds does not count toward the 300 characters of a pattern; a declared slash does.
  expect(found.filter((one) => one.rule === "rule-length").map((one) => one.resource)).toEqual(["without-slash"]);
});
