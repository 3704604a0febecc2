import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { platformWithStacks } from "../helpers/platform-with-stacks.ts";
import { descendant } from "../helpers/processes.ts";
import type { Going, TestStack } from "../helpers/stack.ts";
import { until as untilSoon } from "../helpers/until.ts";

/**
 * Interrupted purchases that require real processes. After each, the next `up` must end with exactly one reservation, in state:
 * never two, and never a paid one that is orphaned. test/reservation covers lost requests and responses.
 */
const { control, newStack } = await platformWithStacks({ realProcesses: true });
const { calls } = control;

/** On a busy machine, a CLI command takes 30 s. */
const slowMs = 300_000;
const until = <T>(what: string, poll: () => Promise<T | undefined> | T | undefined) =>
  untilSoon(what, poll, slowMs / 2);

beforeEach(async () => {
  await control.clearFaults();
  await control.clearRequests();
});

let last = 0;

async function stackWith() {
  const name = `metal-${++last}`;
  const stack = await newStack();
  await stack.program(`
    new reservations.Reservation("metal", {
      name: "${name}", period: "MONTHS12", regionId: 76,
      resources: [{ resourceName: "bm1-hf-medium", resourceType: "flavor", resourceValue: 2 }],
    });
  `);
  return { stack, name };
}

const named = async (name: string) => (await control.state("reservations")).filter((one) => one.name === name);

/** Asserts that platform and state have the same single reservation, and that the next preview reports no changes. */
async function isOne(stack: TestStack, name: string): Promise<void> {
  const found = await named(name);
  expect(found).toHaveLength(1);
  expect((await stack.resources()).map((one) => one.id)).toEqual([String(found[0]?.id)]);
  expect((await stack.preview("--expect-no-changes")).code).toBe(0);
}

async function endsWell(stack: TestStack, name: string): Promise<void> {
  stack.realProcesses = false;
  const up = await stack.up();
  expect(up.code, up.output).toBe(0);
  await isOne(stack, name);
}

const provider = (going: Going) => until("there is a provider", () => descendant(going.pid, /dynamic-provider/));

/** Kills Pulumi first, because it would otherwise save the provider's failure to state. */
async function killBoth(going: Going): Promise<void> {
  const providerPid = await provider(going);
  going.signal("SIGKILL");
  process.kill(providerPid, "SIGKILL");
  await going.done;
}

/** Returns the create record, which is on disk before the request is sent. */
async function recordOf(stack: TestStack): Promise<string | undefined> {
  const files = await readdir(join(stack.folder, ".cloudplatform/intents")).catch(() => []);
  return files.find((file) => file.endsWith(".json"));
}

describe("a purchase that is stopped", { timeout: slowMs }, () => {
  test("by a kill -9 of Pulumi and the provider before its request is bought when the pending operation was cleared", async () => {
    const { stack, name } = await stackWith();
    const held = { name: "delay", endpoint: "reservations.list", ms: 600_000 };
    const endOfCheck = await control.fault(held);
    await control.fault(held);
    const going = stack.start("up", "--yes", "--skip-preview");
    // The check reads the list, too. The create has started when Pulumi's state has its pending operation, after that of the provider.
    const begun = /"pending_operations": *\[\s*\{.*Reservation::metal"/s;
    await until("the check reads the list", control.faultsHaveMet);
    await endOfCheck();
    await until("the creation has begun", async () => (begun.test(await stack.stateText()) ? true : undefined));
    await killBoth(going);
    await control.clearFaults();
    await stack.unlock();
    expect(await named(name)).toEqual([]);
    // Only the run that is interrupted needs its own processes.
    stack.realProcesses = false;
    const next = await stack.up();
    expect(next.output).toContain("run pulumi refresh --clear-pending-creates");
    expect(await calls("reservations.create")).toBe(0);
    await stack.run("refresh", "--yes", "--clear-pending-creates");
    await endsWell(stack, name);
    expect(await calls("reservations.create")).toBe(1);
  });

  test("by a kill -9 of Pulumi and the provider during its request is found by the next up", async () => {
    const { stack, name } = await stackWith();
    await control.fault({ name: "delay", endpoint: "reservations.create", ms: 600_000, count: 1 });
    const going = stack.start("up", "--yes", "--skip-preview");
    await until("the list was read", async () => ((await calls("reservations.list")) > 0 ? true : undefined));
    await until("the request is recorded", () => recordOf(stack));
    await until("the request has arrived", control.faultsAreSpent);
    await killBoth(going);
    await control.clearFaults();
    await until("the platform has acted", async () => ((await named(name)).length > 0 ? true : undefined));
    await stack.unlock();
    await endsWell(stack, name);
    expect(await calls("reservations.create")).toBe(1);
  });

  test("by Ctrl-C during its request is in state", async () => {
    const { stack, name } = await stackWith();
    await control.fault({ name: "delay", endpoint: "reservations.create", ms: 600_000, count: 1 });
    const going = stack.start("up", "--yes", "--skip-preview");
    await until("the list was read", async () => ((await calls("reservations.list")) > 0 ? true : undefined));
    await until("the request has arrived", control.faultsAreSpent);
    going.signal("SIGINT");
    await control.clearFaults();
    await going.done;
    const found = await named(name);
    expect((await stack.resources()).map((one) => one.id)).toEqual([String(found[0]?.id)]);
    await endsWell(stack, name);
    expect(await calls("reservations.create")).toBe(1);
  });
});
