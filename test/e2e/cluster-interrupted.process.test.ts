import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { platformProcess } from "../helpers/platform.ts";
import { platformWithStacks } from "../helpers/platform-with-stacks.ts";
import { descendant } from "../helpers/processes.ts";
import type { Going, TestStack } from "../helpers/stack.ts";
import { until } from "../helpers/until.ts";

/**
 * Interrupted creates that require real processes. After each, the next `up` must end with exactly one cluster, in state and as
 * declared. test/cluster covers lost requests and responses, deadlines, and tasks that leave no object.
 */
const emulator = await platformProcess();
afterAll(() => emulator.remove());
const { control, newStack } = await platformWithStacks({ realProcesses: true, emulator });
const { calls } = control;

const clock = (change: object) => emulator.control("POST", "clock", change);

/** Pauses the platform's clock, so that a create waits until `goOn`. */
beforeEach(async () => {
  await control.clearFaults();
  await control.clearRequests();
  await clock({ pause: true, speed: 2_000 });
});

let last = 0;

async function stackWith({ realProcesses = true } = {}) {
  const name = `edge-${++last}`;
  const stack = await newStack({ realProcesses });
  await stack.program(`
    new kubernetes.Cluster("edge", {
      projectId: 1, regionId: 76, name: "${name}", keypair: "ops", version: "v1.31.9",
      pools: [{ name: "general", flavorId: "g1-standard-2-4", minNodeCount: 2, bootVolumeSize: 50,
        bootVolumeType: "standard", servergroupPolicy: "affinity" }],
    });
  `);
  return { stack, name };
}

const goOn = () => clock({ pause: false });

/** Waits until the create polls its task. */
async function waiting(going: Going): Promise<void> {
  await Promise.race([
    until("the provider waits for the task", async () => ((await calls("tasks.get")) > 0 ? true : undefined)),
    going.done.then(({ output }) => Promise.reject(new Error(`It ended before it waited: ${output}`))),
  ]);
}

async function clustersNamed(name: string) {
  return (await control.state("clusters")).filter((cluster) => cluster.name === name);
}

/** Runs `up` again and compares the result with the declaration. */
async function endsWell(stack: TestStack, name: string): Promise<string> {
  // Only the run that is interrupted needs its own processes.
  stack.realProcesses = false;
  await goOn();
  const up = await stack.up();
  expect(up.code, up.output).toBe(0);
  await isAsDeclared(stack, name);
  return up.output;
}

async function isAsDeclared(stack: TestStack, name: string): Promise<void> {
  const found = await clustersNamed(name);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ status: "Provisioned", keypair: "ops", version: "v1.31.9" });
  const resources = await stack.resources();
  expect(resources).toHaveLength(1);
  expect(resources[0]?.outputs.clusterId).toBe(found[0]?.id);
  expect(resources[0]?.initErrors ?? []).toEqual([]);
}

describe("a creation that is stopped", () => {
  test("by Ctrl-C keeps the cluster in state, and the next up resumes", async () => {
    const { stack, name } = await stackWith();
    const going = stack.start("up", "--yes", "--skip-preview");
    await waiting(going);
    going.signal("SIGINT");
    const up = await going.done;
    expect(up.output).toContain("run pulumi up again to continue");
    expect((await stack.resources())[0]?.id).toBe(`1/76/${name}`);
    await endsWell(stack, name);
    expect(await calls("clusters.create")).toBe(1);
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
  });

  test("by a kill -9 of Pulumi while it waits is found by the next up", async () => {
    const { stack, name } = await stackWith();
    const going = stack.start("up", "--yes", "--skip-preview");
    await waiting(going);
    going.signal("SIGKILL");
    await going.done;
    await stack.unlock();
    await endsWell(stack, name);
    expect(await calls("clusters.create")).toBe(1);
  });

  test("by a kill -9 of Pulumi during its request is found by the next up", async () => {
    const { stack, name } = await stackWith();
    await control.fault({ name: "delay", endpoint: "clusters.create", ms: 600_000, count: 1 });
    const going = stack.start("up", "--yes", "--skip-preview");
    await until("the request has arrived", control.faultsAreSpent);
    const provider = await until("there is a provider", () => descendant(going.pid, /dynamic-provider/));
    process.kill(provider, "SIGKILL");
    going.signal("SIGKILL");
    await going.done;
    await control.clearFaults();
    await until("the platform has acted", async () => ((await clustersNamed(name)).length > 0 ? true : undefined));
    await stack.unlock();
    await endsWell(stack, name);
  });

  test("by a kill -9 of the provider's process is found by the next up", async () => {
    const { stack, name } = await stackWith();
    const going = stack.start("up", "--yes", "--skip-preview");
    await waiting(going);
    process.kill(await until("there is a provider", () => descendant(going.pid, /dynamic-provider/)), "SIGKILL");
    expect((await going.done).code).not.toBe(0);
    await endsWell(stack, name);
    expect(await calls("clusters.create")).toBe(1);
  });

  test("by a restart of the platform only continues", async () => {
    const { stack, name } = await stackWith({ realProcesses: false });
    const going = stack.start("up", "--yes", "--skip-preview");
    await waiting(going);
    await emulator.kill();
    await emulator.start();
    await goOn();
    await clock({ speed: 2_000 });
    const up = await going.done;
    expect(up.code, up.output).toBe(0);
    await isAsDeclared(stack, name);
  });

  test("by a task that fails after the cluster exists keeps it in state, and the next up creates it again", async () => {
    const { stack, name } = await stackWith({ realProcesses: false });
    await control.fault({
      name: "task-error",
      endpoint: "clusters.create",
      count: 1,
      leavesBehind: true,
      error: "No node would start.",
    });
    await goOn();
    const up = await stack.up();
    expect(up.output).toContain('ended in ERROR with "No node would start."');
    expect((await stack.resources())[0]?.initErrors).toHaveLength(1);
    await endsWell(stack, name);
    expect(await calls("clusters.create")).toBe(2);
    expect(await calls("clusters.delete")).toBe(1);
  });
});
