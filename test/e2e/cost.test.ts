import { afterAll, beforeAll, expect, test } from "vitest";
import type { CostReport } from "../../provider/cli/cost/cost.ts";
import type { Review } from "../../provider/review/model/schema.ts";
import { commandLine } from "../cli/command-line.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

/** `cloudplatform cost` of a real stack, compared with the review of its creation. */
const emulator = await platform({ speed: 1000 });
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url });
});
afterAll(() => stack.remove());

function run(...args: string[]) {
  const environment = Object.fromEntries(
    Object.entries(stack.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return commandLine(emulator.url, args, { folder: stack.folder, environment });
}

test("the cost of a stack equals the cost in the review of its creation, with its reserved nodes", async () => {
  await stack.program(`
    new kubernetes.Cluster("edge", { projectId: 1, regionId: 76, name: "edge", keypair: "ops", version: "v1.31.9", pools: [
      { name: "metal", flavorId: "bm1-hf-medium", minNodeCount: 3 },
      { name: "general", flavorId: "g1-standard-2-4", minNodeCount: 1, maxNodeCount: 3, bootVolumeSize: 50, bootVolumeType: "standard", servergroupPolicy: "affinity" },
    ] });
    new reservations.Reservation("metal", { name: "metal", regionId: 76, period: "MONTHS12",
      resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 }] });
    new cdn.RuleTemplate("page", { rule: "/page", ruleType: 0 });`);
  const reviewed = await run("review", "--cwd", stack.folder, "--no-policies", "--format", "json");
  expect(reviewed.code, reviewed.out).toBe(0);
  const { money }: Review = JSON.parse(reviewed.out);
  const up = await stack.up();
  expect(up.code, up.output).toBe(0);

  const { code, out, err } = await run("cost", "--format", "json");
  expect(code, err).toBe(0);
  const report: CostReport = JSON.parse(out);
  expect(report.monthly).toEqual(money.monthly.map(({ after, currency }) => ({ amount: after, currency })));
  expect(Number(report.monthly[0]?.amount)).toBeGreaterThan(0);
  expect(report.coverage).toMatchObject([{ flavor: "bm1-hf-medium", covered: 2, uncovered: 1, unused: 0 }]);
  const own = report.objects.filter(({ stack: name }) => name !== undefined);
  expect(own.map(({ type }) => type).sort()).toEqual(["kubernetes:Cluster", "reservations:Reservation"]);
  expect(own.find(({ type }) => type.startsWith("kube"))?.maximumPerMonth).toBeDefined();
  expect(own.find(({ commitment }) => commitment !== undefined)?.commitment).toMatchObject({ months: 12 });

  const html = (await run("cost", "--format", "html")).out;
  expect(html).toContain('<svg role="img"');
  expect(html).toContain(report.monthly[0]?.amount);
  expect((await run("cost", "--format", "md")).out).toContain("## By stack");
});
