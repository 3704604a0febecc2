import { endpoints } from "@cloudplatform/pulumi/api";
import { pollPauseMs, scopeOf, waitForTasks } from "@cloudplatform/pulumi/client";
import { beforeEach, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import { limitedPlatform } from "../helpers/limited-platform.ts";
import { clientOf, platform } from "../helpers/platform.ts";
import { until } from "../helpers/until.ts";

const emulator = await platform();
const control = controlOf(emulator);
const { clock, behaviors, store, tasks } = emulator.platform;
const place = { projectId: 1, regionId: 76 };

// The clock is paused: tasks end when a test advances it.
beforeEach(async () => {
  await control.reset();
  behaviors.reset();
  clock.change({ paused: true });
});

/** Starts tasks on the platform and returns their ids. */
function started(count: number): string[] {
  const { projectId, regionId } = place;
  const kind = { type: "create_k8s_cluster_v2", durationMs: 600_000, effect: "none", subject: "none" };
  return Array.from({ length: count }, () => tasks.start({ ...kind, projectId, regionId }));
}

/** Starts one wait for each task. Returns the waits and the ids of ended tasks. */
function waitsFor(url: string, ids: readonly string[], pollIntervalSeconds: number) {
  const client = clientOf({ url }, { pollIntervalSeconds }).bind(scopeOf("the test"));
  const ended: string[] = [];
  let polls = 0;
  const waits = ids.map(async (id, index) => {
    const onPoll = () => {
      if (index === 0) polls++;
    };
    const result = await waitForTasks(client, [id], {
      ...place,
      onPoll: onPoll,
    });
    ended.push(id);
    return result[0]?.state;
  });
  return { waits: Promise.all(waits), ended, polls: () => polls };
}

const reached = (condition: () => boolean | Promise<boolean | undefined>) =>
  until("enough polls", async () => ((await condition()) ? true : undefined));

const finish = () => clock.change({ advanceMs: 3_600_000 });

test("no running task of a list of many pages counts as forgotten", async () => {
  const ids = started(60);
  behaviors.set({ pageSize: 2 });
  const { waits, ended, polls } = waitsFor(emulator.url, ids, 0.03);
  await reached(() => polls() >= 12);
  expect(ended).toEqual([]);
  finish();
  expect(new Set(await waits)).toEqual(new Set(["FINISHED"]));
});

test("tasks that the platform forgets end, and running tasks continue", async () => {
  const ids = started(12);
  const { waits, ended, polls } = waitsFor(emulator.url, ids, 0.03);
  await reached(() => polls() >= 2);
  const forgotten = ids.slice(0, 4);
  for (const id of forgotten) store.tasks.delete(id);
  await reached(() => ended.length >= 4);
  await reached(() => polls() >= 3 || ended.length > 4);
  expect(ended.toSorted()).toEqual(forgotten.toSorted());
  finish();
  expect((await waits).filter((state) => state === "FINISHED")).toHaveLength(8);
});

test("a task that cannot be seen yet is waited for", async () => {
  const [id = ""] = started(1);
  await control.fault({ name: "status", endpoint: "tasks.get", status: 404, count: 5 });
  await control.clearRequests();
  const { waits } = waitsFor(emulator.url, [id], 0.3);
  await reached(async () => (await control.requests()).length >= 6);
  finish();
  expect(await waits).toEqual(["FINISHED"]);
});

test.each([
  ["breaks connections", { name: "drop-before" }],
  ["answers with a proxy's page", { name: "foreign", status: 404, form: "html" }],
  ["sends what is not JSON", { name: "garbage" }],
  ["answers 500", { name: "status", status: 500 }],
])("a platform that %s for longer than one request is tried is waited for", async (_, fault) => {
  const [id = ""] = started(1);
  await control.fault({ ...fault, endpoint: "tasks.get", count: 6 });
  const { waits } = waitsFor(emulator.url, [id], 3);
  // If the wait fails, the test ends.
  await Promise.race([waits, reached(() => control.faultsAreSpent())]);
  finish();
  expect(await waits).toEqual(["FINISHED"]);
});

test("a hundred waits need at most ten requests a second", async () => {
  const ids = started(100);
  behaviors.set({ pageSize: 10 });
  const limited = await limitedPlatform(emulator.url, { requests: 10 });
  const { waits, ended, polls } = waitsFor(limited.url, ids, 0.2);
  await reached(() => polls() >= 6);
  expect(ended).toEqual([]);
  finish();
  expect(new Set(await waits)).toEqual(new Set(["FINISHED"]));
  const { arrivals, refusals } = limited;
  expect(refusals.length).toBeGreaterThan(0);
  // Only in-flight requests run into a pause, and after it ten are served. If each wait retried independently, 9 of 10
  // requests would be refused.
  expect(refusals.length).toBeLessThan(arrivals.length - refusals.length);
});

test("polls leave half of the interval for later requests, and the whole interval after a 429", async () => {
  const client = clientOf(emulator, { pollIntervalSeconds: 10 });
  const read = () => client.call(endpoints["ruleTemplates.list"], { query: {} });
  await read();
  expect(pollPauseMs(client)).toBeLessThan(5_000);
  await control.fault({ name: "status", endpoint: "ruleTemplates.list", status: 429, retryAfter: 0, count: 1 });
  await read();
  expect(pollPauseMs(client)).toBe(10_000);
});
