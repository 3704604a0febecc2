import { endpoints } from "@cloudplatform/pulumi/api";
import { CancelledError, Deadline, type Scope, scopeOf, waitForTasks } from "@cloudplatform/pulumi/client";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { controlOf } from "../helpers/control.ts";
import { clientOf, platform } from "../helpers/platform.ts";
import { time } from "../helpers/time.ts";

const emulator = await platform();
const control = controlOf(emulator);
const { clock } = emulator.platform;
const region = { projectId: 1, regionId: 76 };
const pool = {
  name: "general",
  flavorId: "g1-standard-2-4",
  minNodeCount: 1,
  bootVolumeSize: 10,
  bootVolumeType: "standard",
  servergroupPolicy: "affinity",
} as const;

// The clock is paused: tasks end when a test advances it.
beforeEach(async () => {
  await control.reset();
  clock.change({ paused: true });
});

const finish = () => clock.change({ advanceMs: 3_600_000 });

let last = 0;

/** Starts a task and returns its id. */
async function started(): Promise<string> {
  const body = { name: `c-${++last}`, keypair: "ops", version: "v1.31.9", pools: [pool] };
  const { tasks } = await client().call(endpoints["clusters.create"], { params: region, body });
  return tasks[0] ?? "";
}

function client(pollIntervalSeconds = 0.03, scope: Partial<Scope> = {}) {
  return clientOf(emulator, { pollIntervalSeconds }).bind({ ...scopeOf("the test"), ...scope });
}

const place = { projectId: 1, regionId: 76 };

const soon = () => ({ deadline: new Deadline(200, "timeouts.create") });

async function looks(): Promise<string[]> {
  return (await control.requests()).filter((line) => line.startsWith("GET /cloud/v1/tasks"));
}

describe("waiting for tasks", () => {
  test("polls many tasks with the requests of one task", async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, started));
    await control.clearRequests();
    const shared = client();
    let seen = 0;
    const enough = Promise.withResolvers<void>();
    const waits = ids.map((id, index) =>
      waitForTasks(shared, [id], {
        ...place,
        onPoll: () => {
          if (index === 0 && ++seen === 10) enough.resolve();
        },
      }),
    );
    await enough.promise;
    expect((await looks()).length).toBeLessThanOrEqual(12);
    finish();
    expect((await Promise.all(waits)).flat().map(({ state }) => state)).toEqual(ids.map(() => "FINISHED"));
  });

  test("finds a task that is too old for the list", async () => {
    const old = await started();
    for (let count = 0; count < 40; count++) await started();
    const recent = await started();
    const wait = waitForTasks(client(), [old, recent], place);
    finish();
    expect((await wait).map(({ id }) => id)).toEqual([old, recent]);
  });

  test("polls immediately, then at growing intervals", async () => {
    const id = await started();
    const end = new AbortController();
    const timers = vi.spyOn(time, "setTimeout");
    let polls = 0;
    await waitForTasks(client(2, { signal: end.signal }), [id], {
      ...place,
      onPoll: () => {
        polls += 1;
        if (polls === 3) end.abort();
      },
    }).catch(() => undefined);
    // Compare the requested pauses, because real ones are longer on a busy machine. The longest timer is the deadline.
    const [first, second = 0, third = 0] = timers.mock.calls.map(([, ms]) => ms).filter((ms) => ms <= 2_000);
    timers.mockRestore();
    expect(first).toBe(0);
    expect(second).toBeGreaterThan(0);
    expect(third).toBeGreaterThan(1.2 * second);
  });

  test("ends at its deadline with the state, the time limit and its source", async () => {
    const id = await started();
    const wait = waitForTasks(client(0.03, soon()), [id], place);
    await expect(wait).rejects.toThrow(`task ${id} was still NEW after 200ms (timeouts.create).`);
  });

  test("continues to poll a task in an unknown state", async () => {
    const id = await started();
    await control.change("tasks", id, { state: "PAUSED", error: "waits for a licence" });
    const wait = waitForTasks(client(0.03, soon()), [id], place);
    await expect(wait).rejects.toThrow('was still PAUSED (the platform says "waits for a licence")');
  });

  test("fails with the platform's message", async () => {
    await control.fault({ name: "task-error", endpoint: "clusters.create", error: "No host has room.", count: 1 });
    const id = await started();
    finish();
    await expect(waitForTasks(client(), [id], place)).rejects.toThrow(
      `task ${id} (create_k8s_cluster_v2) ended in ERROR with "No host has room."`,
    );
  });

  test("treats a task that the platform has forgotten as ended", async () => {
    const id = await started();
    await control.remove("tasks", id);
    expect(await waitForTasks(client(), [id], place)).toEqual([]);
  });

  test("ends immediately when it is interrupted", async () => {
    const id = await started();
    const end = new AbortController();
    const wait = waitForTasks(client(60, { signal: end.signal }), [id], place);
    let ended: unknown;
    wait.catch((error) => {
      ended = error;
    });
    end.abort();
    // Count turns of the event loop, because a busy machine stretches times.
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    expect(ended).toBeInstanceOf(CancelledError);
  });

  test("tolerates invalid responses for a while", async () => {
    const id = await started();
    await control.fault({ name: "garbage", endpoint: "tasks.get", count: 3 });
    finish();
    expect(await waitForTasks(client(), [id], place)).toHaveLength(1);
  });

  test("shows a failed poll only until the platform responds again", async () => {
    const id = await started();
    const shown: string[] = [];
    const isUnanswered = (text: string) => text.endsWith(" (no response, trying again)");
    const onPoll = (text: string) => {
      shown.push(text);
      if (shown.length > 20 || (shown.some(isUnanswered) && !isUnanswered(text))) finish();
    };
    await control.fault({ name: "garbage", endpoint: "tasks.get", count: 3 });
    expect(await waitForTasks(client(), [id], { ...place, onPoll })).toHaveLength(1);
    expect(shown.some(isUnanswered)).toBe(true);
    expect(shown.at(-1)).toMatch(/^task [A-Z]+$/);
  });

  test("gives up after invalid responses for a long time", async () => {
    const id = await started();
    await control.fault({ name: "garbage", endpoint: "tasks.get" });
    await expect(waitForTasks(client(), [id], place)).rejects.toThrow("the body is not JSON");
  });

  test("gives up immediately when the key is refused", async () => {
    const id = await started();
    await control.fault({ name: "status", endpoint: "tasks.get", status: 401 });
    await expect(waitForTasks(client(), [id], place)).rejects.toThrow("Check the API key");
    expect(await looks()).toHaveLength(1);
  });
});
