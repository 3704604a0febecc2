import { beforeAll, expect, test } from "vitest";
import { platformWithStacks } from "../helpers/platform-with-stacks.ts";
import { descendant } from "../helpers/processes.ts";
import type { TestStack } from "../helpers/stack.ts";
import { succeeds } from "../helpers/succeeds.ts";
import { until } from "../helpers/until.ts";

/** With PULUMI_SKIP_CHECKPOINTS, Pulumi saves the state only at the end of a run: a killed run leaves no trace in it. */
const { emulator, control, newStack } = await platformWithStacks();
const count = 40;
let stack: TestStack;

const collections = ["ruleTemplates", "appTemplates", "reservations", "clusters", "secrets"] as const;

const program = `
  for (let i = 0; i < ${count}; i++)
    new cdn.RuleTemplate("rule-" + i, { name: "rule-" + i, rule: "/bulk/" + i, ruleType: 0 });
  new edge.AppTemplate("app", { binaryId: 42, name: "bulk", owned: true, params: [] });
  new edge.Secret("secret", { name: "bulk", secretSlots: [{ slot: 0, value: "value" }] });
  new reservations.Reservation("metal", { name: "bulk", period: "MONTHS12", regionId: 76,
    resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 1 }] });
  new kubernetes.Cluster("edge", { projectId: 1, regionId: 76, name: "bulk-1", keypair: "ops", version: "v1.31.9",
    pools: [{ name: "general", flavorId: "bm1-hf-medium", minNodeCount: 1 }] });`;

async function objects(): Promise<number[]> {
  return Promise.all(collections.map(async (name) => (await control.state(name)).length));
}

beforeAll(async () => {
  await emulator.control("POST", "clock", { speed: 20_000 });
  stack = await newStack();
  stack.env.PULUMI_SKIP_CHECKPOINTS = "true";
});

test("the next run, with or without checkpoints, resumes all objects of a killed run", async () => {
  const before = await objects();
  await stack.program(program);
  // The run cannot end before it is killed, however late that is.
  await control.fault({ name: "delay", ms: 600_000, endpoint: "ruleTemplates.create", count: 1 });
  const going = stack.start("up", "--yes", "--skip-preview");
  const provider = await until("there is a provider", () => descendant(going.pid, /dynamic-provider/));
  const isMade = async () => (await objects()).every((number, index) => number > (before[index] ?? 0)) || undefined;
  await until("an object of each kind is there", isMade);
  await until("most templates are there", async () => ((await objects())[0] ?? 0) >= count / 2 || undefined);
  process.kill(provider, "SIGKILL");
  going.signal("SIGKILL");
  await going.done;
  await control.clearFaults();
  await stack.unlock();
  expect(await stack.resources()).toEqual([]);

  // A failing run resumes some of the creates and saves its state. The next run resumes the rest.
  await control.fault({ name: "status", status: 403, endpoint: "ruleTemplates.create", count: 1 });
  await control.fault({ name: "status", status: 403, endpoint: "clusters.get", count: 1 });
  expect((await stack.up()).code).not.toBe(0);
  await control.clearFaults();
  delete stack.env.PULUMI_SKIP_CHECKPOINTS;
  await succeeds(stack.up());
  expect((await stack.preview("--expect-no-changes")).code).toBe(0);
  const made = (await objects()).map((number, index) => number - (before[index] ?? 0));
  expect(made).toEqual([count, 1, 1, 1, 1]);
  const ids = (await stack.resources()).map(({ type, id }) => `${type} ${id}`);
  expect(new Set(ids).size).toBe(count + 4);
});

test("an object of a finished run is not adopted again after its resource was removed from state", async () => {
  stack.env.PULUMI_SKIP_CHECKPOINTS = "true";
  await stack.program('new cdn.RuleTemplate("removed", { name: "removed", rule: "/removed/", ruleType: 0 });');
  await succeeds(stack.up("--target", "**::removed"));
  const made = await objects();
  const { urn = "" } = (await stack.resources()).find((one) => one.urn.endsWith("::removed")) ?? {};
  await succeeds(stack.run("state", "delete", urn, "--yes"));
  const { code, output } = await stack.up("--target", "**::removed");
  expect(code).not.toBe(0);
  expect(output.replace(/\s+/g, " ")).toContain("an earlier run has created CDN rule template");
  expect(await objects()).toEqual(made);
});

test("objects of a finished run stay with its stack after a rename", async () => {
  stack.env.PULUMI_SKIP_CHECKPOINTS = "true";
  const before = await objects();
  await stack.program('new cdn.RuleTemplate("owned", { name: "owned", rule: "/owned/", ruleType: 0 });');
  await succeeds(stack.up("--target", "**::owned"));
  const owned = await objects();
  expect(owned[0]).toBe((before[0] ?? 0) + 1);
  await succeeds(stack.run("stack", "rename", "prod"));
  await succeeds(stack.run("stack", "init", "test"));
  const { code, output } = await stack.up();
  expect(code).not.toBe(0);
  expect(output.replace(/\s+/g, " ")).toContain("has the same content and is not in state as this resource");
  expect(await objects()).toEqual(owned);
});
