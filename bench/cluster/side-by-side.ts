import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Emulator, startEmulator } from "@cloudplatform/emulator";
import { endpoints } from "@cloudplatform/pulumi/api";
import { createClient, scopeOf } from "@cloudplatform/pulumi/client";
import { recordResult } from "../results/record.ts";

/**
 * Requests while clusters are created side by side, compared with one poller per cluster at the same interval, and the delay from
 * the platform's finish to `created`: `node bench/cluster/side-by-side.ts`. A creation takes 30 s here.
 */
const speed = 20;
const intervalSeconds = 3;
process.env.CLOUDPLATFORM_POLL_INTERVAL_SECONDS = String(intervalSeconds);
process.env.CLOUDPLATFORM_INTENT_DIR = mkdtempSync(join(tmpdir(), "intents-"));

// These modules read settings when they are loaded.
const { clusterHandler } = await import("../../provider/resources/cluster/handler.ts");
const { EngineHarness } = await import("../../test/helpers/engine-harness.ts");

// Virtual machines, because the platform's quota of bare metal is smaller than fifty clusters.
const pool = {
  ...({ name: "general", flavorId: "g1-standard-2-4", minNodeCount: 1, bootVolumeSize: 10 } as const),
  ...({ bootVolumeType: "standard", servergroupPolicy: "affinity" } as const),
};
const inputsOf = (index: number) => ({
  ...{ projectId: 1, regionId: 76, name: `edge-${index}`, keypair: "ops", version: "v1.31.9" },
  pools: [pool],
});

type Create = (emulator: Emulator, index: number) => Promise<void>;

const ours: Create = (emulator, index) =>
  new EngineHarness(clusterHandler, emulator, `edge-${index}`).up(inputsOf(index));

/** As other providers do it: poll at once, then at every interval, separately for each cluster. */
const onePollerEach: Create = async (emulator, index) => {
  const client = createClient({ baseUrl: emulator.url, apiKey: "local" }).bind(scopeOf("cluster"));
  const { name, keypair, version } = inputsOf(index);
  const place = { projectId: 1, regionId: 76 };
  const { name: poolName, flavorId, minNodeCount, bootVolumeSize, bootVolumeType, servergroupPolicy } = pool;
  const pools = [
    {
      ...{ name: poolName, flavorId: flavorId, minNodeCount: minNodeCount, bootVolumeSize: bootVolumeSize },
      ...{ bootVolumeType: bootVolumeType, servergroupPolicy: servergroupPolicy },
    },
  ];
  const { tasks } = await client.call(endpoints["clusters.create"], {
    params: place,
    body: { name, keypair, version, pools },
  });
  for (;;) {
    const task = await client.call(endpoints["tasks.get"], { params: { taskId: tasks[0] ?? "" } });
    if (task.state === "FINISHED") break;
    await pause(intervalSeconds * 1000);
  }
  await client.call(endpoints["clusters.get"], { params: { ...place, clusterName: name } });
};

async function measure(create: Create, clusters: number) {
  const emulator = await startEmulator({ speed });
  const { platform } = emulator;
  const delays: number[] = [];
  const one = async (index: number) => {
    await create(emulator, index);
    const now = platform.clock.now();
    const cluster = platform.store.clusters.get(`1/76/edge-${index}`);
    const finished = platform.store.tasks.get(cluster?.creator_task_id ?? "")?.finished_on ?? "";
    delays.push((now - Date.parse(finished)) / speed / 1000);
  };
  await Promise.all(Array.from({ length: clusters }, (_, index) => one(index)));
  const seen = platform.requests.list({});
  await emulator.close();
  const count = (...ids: string[]) => seen.filter(({ endpoint }) => ids.includes(String(endpoint))).length;
  const sorted = delays.toSorted((a, b) => a - b);
  const round = (seconds: number | undefined) => Math.round((seconds ?? 0) * 100) / 100;
  return {
    clusters,
    waiting: count("tasks.get", "tasks.list", "clusters.list"),
    all: seen.length,
    delayMedianSeconds: round(sorted[Math.floor(sorted.length / 2)]),
    delayMostSeconds: round(sorted.at(-1)),
  };
}

const rows = [];
const waiting: number[] = [];
const delays: number[] = [];
for (const clusters of [1, 10, 50]) {
  const mine = await measure(ours, clusters);
  const theirs = await measure(onePollerEach, clusters);
  waiting.push(mine.waiting);
  delays.push(mine.delayMostSeconds / intervalSeconds);
  rows.push({
    clusters,
    "ours: waiting": mine.waiting,
    "ours: all": mine.all,
    "each: waiting": theirs.waiting,
    "each: all": theirs.all,
    ratio: Math.round((10 * theirs.waiting) / mine.waiting) / 10,
    "ours: delay median": mine.delayMedianSeconds,
    "ours: delay most": mine.delayMostSeconds,
    "each: delay median": theirs.delayMedianSeconds,
    "each: delay most": theirs.delayMostSeconds,
  });
}
console.table(rows);
const result = { measured: new Date().toISOString(), intervalSeconds, creationSeconds: 600 / speed, rows };
writeFileSync(new URL("results/side-by-side.json", import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
recordResult({
  bench: "cluster",
  sources: ["provider"],
  figures: {
    "requests50.ratio": (waiting.at(-1) ?? Number.NaN) / (waiting[0] ?? Number.NaN),
    "savedAfter.intervals": delays,
  },
});
process.exit(0);
