import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Deadline } from "@cloudplatform/pulumi/client";
import { beforeEach, describe, expect, test } from "vitest";
import type { ClusterInputs } from "../../provider/resources/cluster/definition.ts";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { controlOf } from "../helpers/control.ts";
import type { EngineHarness } from "../helpers/engine-harness.ts";
import { contextOn } from "../helpers/operation-context.ts";
import { platform } from "../helpers/platform.ts";
import { relay } from "../helpers/relay.ts";
import { time } from "../helpers/time.ts";
import { unrecorded } from "../helpers/unrecorded.ts";
import { until } from "../helpers/until.ts";
import { clusterHarness, clusterInputs, fast, otherProgram, virtualPool } from "./cluster.ts";

const emulator = await platform(fast);
const control = controlOf(emulator);
const between = await relay(emulator.url);

beforeEach(() => control.reset());

async function posts(): Promise<number> {
  return (await control.requests()).filter((line) => line === "POST /cloud/v2/k8s/clusters/1/76").length;
}

/** Returns the create record of a resource, once it contains a text. */
function recordOf(name: string, text: string): { file: string; text: string } | undefined {
  const folder = process.env.CLOUDPLATFORM_INTENT_DIR ?? "";
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return files
    .map((file) => ({ file: join(folder, file), text: readFileSync(join(folder, file), "utf8") }))
    .find((one) => one.text.includes(`::${name}"`) && one.text.includes(text));
}

const clusters = () => control.state("clusters");

/** Releases a delayed request after it has arrived, and refuses subsequent reads. */
async function refusesReadsOnceAsked(): Promise<void> {
  const { faults } = emulator.platform;
  await until("the request has arrived", () => faults.list().length === 0 || undefined);
  faults.removeAll();
  faults.add({ name: "status", endpoint: "clusters.get", status: 401, probability: 1, seed: 1 });
}

/** Runs a create whose timeout of 1 h expires after the platform has accepted its request. */
async function createTooLate(harness: EngineHarness, inputs: ClusterInputs, text: string): Promise<void> {
  const before = await posts();
  const { clock } = emulator.platform;
  clock.change({ paused: true });
  const stopped = expect(harness.up({ ...inputs, timeouts: { create: "1h" } })).rejects.toThrow(text);
  await until("the cluster is requested", async () => ((await posts()) > before ? true : undefined));
  time.advance(3_600_000);
  await stopped;
  clock.change({ ...fast, paused: false });
}

describe("creating a cluster", () => {
  test("sends one POST, waits for the task and returns the live cluster", async () => {
    const harness = clusterHarness(emulator);
    const inputs = clusterInputs({ version: "1.31.9" });
    await harness.up(inputs);
    const [live] = await clusters();
    expect(await posts()).toBe(1);
    expect(harness.state?.id).toBe(`1/76/${inputs.name}`);
    expect(harness.state?.outputs).toMatchObject({
      clusterId: live?.id,
      status: "Provisioned",
      version: "v1.31.9",
      tasks: [live?.creator_task_id],
      createdAt: live?.created_at,
      podsIpPool: "172.16.0.0/18",
      pools: [{ name: "general", nodeCount: 2, status: "Running" }],
    });
  });

  test("omits the platform's own labels", async () => {
    const harness = clusterHarness(emulator);
    await harness.up(clusterInputs());
    expect(JSON.stringify(await clusters())).toContain("gcorecluster.x-k8s.io");
    expect(JSON.stringify(harness.state)).not.toContain("gcorecluster.x-k8s.io");
  });

  test("refuses a name that is taken and says how to adopt the cluster", async () => {
    const inputs = clusterInputs();
    await otherProgram(emulator).up(inputs);
    await expect(clusterHarness(emulator).up(inputs)).rejects.toThrow(
      new RegExp(`cluster 1/76/${inputs.name} already exists .* option import: "1/76/${inputs.name}"`),
    );
    expect(await posts()).toBe(1);
  });

  test("refuses a name that is taken between the read and the request", async () => {
    const inputs = clusterInputs();
    await otherProgram(emulator).up(inputs);
    await control.fault({ name: "status", endpoint: "clusters.get", status: 404, count: 1 });
    await expect(clusterHarness(emulator).up(inputs)).rejects.toThrow("this resource did not create it");
    expect(await clusters()).toHaveLength(1);
  });

  test("refuses a cluster that appeared after a lost response and differs from the request", async () => {
    const inputs = clusterInputs();
    await otherProgram(emulator).up({ ...inputs, keypair: "theirs" });
    // The provider confirms a 404 with a second read.
    await control.fault({ name: "status", endpoint: "clusters.get", status: 404, count: 2 });
    await control.fault({ name: "drop-before", endpoint: "clusters.create", count: 1 });
    await expect(clusterHarness(emulator).up(inputs)).rejects.toThrow('keypair is "theirs" there, not "ops"');
  });

  test.each(["drop-after", "garbage"])("finds its cluster after %s and sends nothing twice", async (name) => {
    await control.fault({ name, endpoint: "clusters.create", count: 1 });
    const harness = clusterHarness(emulator);
    await harness.up(clusterInputs());
    expect(await posts()).toBe(1);
    expect(await clusters()).toHaveLength(1);
    expect(harness.state?.outputs.status).toBe("Provisioned");
  });

  test("recognizes a conflict with its own request whose response was lost", async () => {
    await control.fault({ name: "drop-after", endpoint: "clusters.create", count: 1 });
    // Reads do not show the cluster until the second create request.
    await control.fault({ name: "status", endpoint: "clusters.get", status: 404 });
    between.before = async (method) => {
      if (method === "POST" && (await posts()) === 1) await control.clearFaults();
    };
    const harness = clusterHarness(between);
    await harness.up(clusterInputs());
    expect(await posts()).toBe(2);
    expect(harness.state?.outputs.clusterId).toBe((await clusters())[0]?.id);
  });

  test("repeats the platform's message when its request is refused, and keeps nothing", async () => {
    const body = { exception_class: "QuotaLimitExceed", message: "No quota left for clusters.", request_id: "r-1" };
    await control.fault({ name: "status", endpoint: "clusters.create", status: 403, body, count: 1 });
    const harness = clusterHarness(emulator);
    await expect(harness.up(clusterInputs())).rejects.toThrow("No quota left for clusters.");
    expect(harness.state).toBeUndefined();
  });

  test("keeps nothing when the task fails and no cluster exists", async () => {
    await control.fault({ name: "task-error", endpoint: "clusters.create", error: "No capacity.", count: 1 });
    const harness = clusterHarness(emulator);
    const inputs = clusterInputs();
    await expect(harness.up(inputs)).rejects.toThrow('ended in ERROR with "No capacity.". No cluster was left behind.');
    expect(harness.state).toBeUndefined();
    await harness.up(inputs);
    expect(await clusters()).toHaveLength(1);
  });

  test("keeps a partially created cluster when the task fails, and recreates it the next time", async () => {
    await control.fault({ name: "task-error", endpoint: "clusters.create", leavesBehind: true, count: 1 });
    const harness = clusterHarness(emulator);
    const inputs = clusterInputs();
    await expect(harness.up(inputs)).rejects.toThrow(
      "is kept in state: run pulumi up again to continue or to create it again",
    );
    const [broken] = await clusters();
    expect(harness.state?.outputs).toMatchObject({ status: "Provisioning", clusterId: broken?.id });
    await harness.up(inputs);
    const [live, ...others] = await clusters();
    expect(others).toEqual([]);
    expect(live).toMatchObject({ status: "Provisioned" });
    expect(live?.id).not.toBe(broken?.id);
    expect(await harness.preview(inputs)).toBe("same");
  });

  test("finds the cluster whose recreation was interrupted, too", async () => {
    await control.fault({ name: "task-error", endpoint: "clusters.create", leavesBehind: true, count: 1 });
    const harness = clusterHarness(emulator);
    const inputs = clusterInputs();
    await expect(harness.up(inputs)).rejects.toThrow("ended in ERROR");
    await control.clearRequests();
    await control.fault({ name: "delay", endpoint: "clusters.create", ms: 600_000, count: 1 });
    await control.fault({ name: "drop-after", endpoint: "clusters.create", count: 1 });
    const failing = expect(harness.up(inputs)).rejects.toThrow("The search for what it may have created failed, too");
    await refusesReadsOnceAsked();
    await failing;
    await control.clearFaults();
    await harness.up(inputs);
    expect(harness.state?.outputs.clusterId).toBe((await clusters())[0]?.id);
    expect(await posts()).toBe(1);
    expect(await harness.preview(inputs)).toBe("same");
  });

  test("does not adopt a cluster that somebody else has created under its name", async () => {
    const inputs = clusterInputs();
    await control.fault({ name: "delay", endpoint: "tasks.get", ms: 600_000, count: 1 });
    const harness = clusterHarness(emulator);
    const other = "on the platform is another one (theirs";
    const failing = expect(harness.up(inputs)).rejects.toThrow(other);
    await until("it is asked for", async () => ((await clusters()).length > 0 ? true : undefined));
    await control.change("clusters", `1/76/${inputs.name}`, { id: "theirs", creator_task_id: "theirs" });
    await control.clearFaults();
    await failing;
    // The create task has not failed, so the read may be stale.
    expect(harness.state?.id).toBe(`1/76/${inputs.name}`);
    await expect(harness.up(inputs)).rejects.toThrow(other);
    await harness.destroy();
    await expect(harness.up(inputs)).rejects.toThrow("this resource did not create it");
    expect(await clusters()).toHaveLength(1);
  });

  test("keeps the cluster when the platform sends invalid responses during the wait", async () => {
    await control.fault({ name: "garbage", endpoint: "tasks.get" });
    const harness = clusterHarness(emulator);
    const inputs = clusterInputs();
    await expect(harness.up(inputs)).rejects.toThrow("run pulumi up again to continue");
    expect(harness.state?.id).toBe(`1/76/${inputs.name}`);
    await control.clearFaults();
    await harness.up(inputs);
    expect(await posts()).toBe(1);
    expect(await harness.preview(inputs)).toBe("same");
  });

  test("shows the progress: task, time and nodes", async () => {
    const lines: string[] = [];
    // The clock advances only when progress is shown, so that no step of the create is missed.
    const { clock } = emulator.platform;
    const progress = (text: string) => {
      lines.push(text);
      clock.change({ advanceMs: 30_000 });
    };
    const deadline = new Deadline(7_200_000, "timeouts.create");
    const context = { ...contextOn(emulator, { progress, deadline }, { pollIntervalSeconds: 0.03 }), ...unrecorded() };
    clock.change({ paused: true });
    const pools = [{ ...virtualPool, minNodeCount: 5, maxNodeCount: 6 }];
    try {
      await clusterHandler.create(clusterInputs({ pools }), context);
    } finally {
      clock.change({ ...fast, paused: false });
    }
    const shown = lines.flatMap(
      (line) => /^creating: task RUNNING, \d+m?s of 2h, (\d) of 5 nodes$/.exec(line)?.[1] ?? [],
    );
    expect(shown[0]).toBe("0");
    expect(new Set(shown).size).toBeGreaterThan(2);
    expect(shown).toEqual([...shown].sort());
    expect(shown).not.toContain("5");
  });

  test("continues after a refresh, although the refresh forgets the failure", async () => {
    await control.fault({ name: "task-stall", endpoint: "clusters.create", count: 1 });
    const harness = clusterHarness(emulator);
    const inputs = clusterInputs();
    await createTooLate(harness, inputs, "after 1h (timeouts.create)");
    await harness.refresh();
    expect(await harness.preview(inputs)).toBe("update");
  });

  test("applies changes of the program when it continues", async () => {
    const harness = clusterHarness(emulator);
    const inputs = clusterInputs();
    await createTooLate(harness, inputs, "run pulumi up again to continue");
    const changed = { ...inputs, version: "v1.32.1" };
    await harness.up(changed);
    expect((await clusters())[0]).toMatchObject({ status: "Provisioned", version: "v1.32.1" });
    expect(await posts()).toBe(1);
    expect(await harness.preview(changed)).toBe("same");
  });

  describe("resumes a cluster that somebody has changed only if the preview shows the change", () => {
    const poolsNow = async () => ((await clusters())[0]?.pools ?? []) as { name: string }[];

    /** Adds a pool and changes the labels of another pool, outside the provider. */
    async function corrupt(name: string): Promise<void> {
      await until("the cluster is provisioned", async () =>
        (await clusters())[0]?.status === "Provisioned" ? true : undefined,
      );
      const [pool] = await poolsNow();
      const extra = { ...pool, id: "extra", name: "extra" };
      await control.change("clusters", `1/76/${name}`, { pools: [{ ...pool, labels: { theirs: "x" } }, extra] });
    }
    const words = /general.*labels was changed.*pools\["extra"\] was added|pools\["extra"\] was added.*labels/;
    const pools = async () => (await poolsNow()).map(({ name }) => name);

    test("after a deadline", async () => {
      const harness = clusterHarness(emulator);
      const wanted = clusterInputs();
      await createTooLate(harness, wanted, "run pulumi up again to continue");
      await corrupt(wanted.name);
      await expect(harness.up(wanted)).rejects.toThrow(words);
      await expect(harness.up(wanted)).rejects.toThrow(words);
      expect(await pools()).toEqual(["general", "extra"]);
      await harness.refresh();
      expect(await harness.preview(wanted)).toBe("update");
      await harness.up(wanted);
      expect(await pools()).toEqual(["general"]);
      expect(await harness.preview(wanted)).toBe("same");
    });

    test.each([true, false])("after a kill (with what was asked for on record: %s)", async (isAskedKnown) => {
      await control.fault({ name: "task-stall", endpoint: "clusters.create", count: 1 });
      const inputs = clusterInputs();
      const name = `killed-${isAskedKnown}`;
      const killed = clusterHarness(emulator, name);
      const stopped = expect(killed.up({ ...inputs, timeouts: { create: "1h" } })).rejects.toThrow("after 1h");
      const record = await until("the tasks are on record", async () => recordOf(name, '"tasks":["'));
      time.advance(3_600_000);
      await stopped;
      const { facts, ...rest } = JSON.parse(record.text);
      const { asked, ...others } = facts;
      writeFileSync(record.file, JSON.stringify({ ...rest, facts: isAskedKnown ? { asked, ...others } : others }));
      const [cluster] = await clusters();
      await control.change("tasks", String(cluster?.creator_task_id), { state: "FINISHED" });
      await control.change("clusters", `1/76/${inputs.name}`, { status: "Provisioned", task_id: null });
      await corrupt(inputs.name);
      const harness = clusterHarness(emulator, name);
      await expect(harness.up(inputs)).rejects.toThrow(words);
      await expect(harness.up(inputs)).rejects.toThrow(words);
      expect(await pools()).toEqual(["general", "extra"]);
      await harness.refresh();
      expect(await harness.preview(inputs)).toBe("update");
      await harness.up(inputs);
      expect(await pools()).toEqual(["general"]);
      expect(await posts()).toBe(1);
    });
  });

  test("remembers a cluster whose name was changed in the program after an interruption", async () => {
    const inputs = clusterInputs();
    await control.fault({ name: "delay", endpoint: "clusters.create", ms: 600_000, count: 1 });
    await control.fault({ name: "drop-after", endpoint: "clusters.create", count: 1 });
    const failing = clusterHarness(emulator, "renamed").up(inputs);
    const failure = expect(failing).rejects.toThrow("The search for what it may have created failed, too");
    await refusesReadsOnceAsked();
    await failure;
    await control.clearFaults();
    await expect(clusterHarness(emulator, "renamed").up({ ...inputs, name: "other" })).rejects.toThrow(
      `a run that was interrupted may have created cluster 1/76/${inputs.name}`,
    );
    await clusterHarness(emulator, "renamed").up(inputs);
    expect(await clusters()).toHaveLength(1);
    expect(await posts()).toBe(1);
  });
});
