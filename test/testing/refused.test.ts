// In a process of its own: the kit makes modules load again, and other files would have some of them twice.
import { cdn, edge, kubernetes, quotas, reservations } from "@cloudplatform/pulumi";
import { DeployError, deploy } from "@cloudplatform/pulumi/testing";
import { expect, test } from "vitest";
import { clusterInputs } from "../cluster/cluster.ts";
import { refusedClusters } from "../cluster/refused.ts";
import { refusedTemplates } from "../rule-template/refused.ts";

type Case = [path: string, declared: object, program: () => unknown];

const resource = <Args>(path: string, declared: object, make: (args: Args) => unknown): Case => [
  ...([path, declared] as const),
  () => void make(declared as Args),
];
const rule = (args: cdn.RuleTemplateArgs) => new cdn.RuleTemplate("one", args);
const cluster = (args: kubernetes.ClusterArgs) => new kubernetes.Cluster("one", args);
const metal = (args: reservations.ReservationArgs) => new reservations.Reservation("one", args);
const app = (args: edge.AppTemplateArgs) => new edge.AppTemplate("one", args);
const secret = (args: edge.SecretArgs) => new edge.Secret("one", args);
const threshold = (args: quotas.NotificationThresholdArgs) => new quotas.NotificationThreshold("one", args);

const bought = { name: "metal", period: "MONTHS12", regionId: 76 };
const template = { binaryId: 42, name: "app", owned: true, params: [] };

const cases: Case[] = [
  ...refusedTemplates.map(([, declared, path]) =>
    resource(path, { rule: "/images/.*", ruleType: 0, ...declared }, rule),
  ),
  ...refusedClusters.map(([path, declared]) => resource(path, { ...clusterInputs(), ...declared }, cluster)),
  resource("period", { ...bought, period: "MONTHS1", resources: [] }, metal),
  resource("resources", { ...bought, resources: [] }, metal),
  resource("name", { ...template, name: "" }, app),
  resource("params[0].dataType", { ...template, params: [{ name: "x", dataType: "text", mandatory: true }] }, app),
  resource("name", { name: "", secretSlots: [{ slot: 0, value: "x" }] }, secret),
  resource("threshold", { clientId: 5, threshold: 101 }, threshold),
];

test.each(cases)("a check failure at %s is one of the test, and nothing is created (%j)", async (path, _, program) => {
  const error = await deploy(program as () => void).then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(DeployError);
  expect(error.problems.map(({ property }: { property: string }) => property)).toContain(path);
  expect(error.message).toContain(`resource 'one': property ${path} value {`);
  expect(error.problems.every(({ urn }: { urn: string }) => urn.endsWith("::one"))).toBe(true);
  expect(error.requests.filter(({ method }: { method: string }) => method !== "GET")).toEqual([]);
});
