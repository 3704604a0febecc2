import { expect, test } from "vitest";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { limitedPlatform } from "../helpers/limited-platform.ts";
import { platform } from "../helpers/platform.ts";
import { clusterInputs, fast } from "./cluster.ts";

const clusters = 100;

test("a hundred clusters are created with ten requests per window, and none is requested twice or forgotten", async () => {
  const emulator = await platform(fast);
  const limited = await limitedPlatform(emulator.url, { requests: 10, windowMs: 100 });
  const failures: string[] = [];
  // One program: the resources share a provider process.
  let first: EngineHarness | undefined;
  const all = Array.from({ length: clusters }, (_, index) => {
    const one = new EngineHarness(clusterHandler, limited, `many-${index}`, {}, first);
    first ??= one;
    return one;
  });
  await Promise.all(
    all.map((one) => one.up(clusterInputs()).catch((error: Error) => void failures.push(error.message))),
  );
  expect(failures).toEqual([]);
  expect(all.map(({ state }) => state?.outputs.status)).toEqual(Array(clusters).fill("Provisioned"));
  const { store, requests } = emulator.platform;
  // A wait that ended early would leave an unprovisioned cluster or create another one.
  const live = new Map(store.clusters.all().map((cluster) => [cluster.name, cluster]));
  for (const { state } of all) expect(live.get(String(state?.outputs.name))?.id).toBe(state?.outputs.clusterId);
  expect(live.size).toBe(clusters);
  expect(requests.list({ endpoint: "clusters.create" })).toHaveLength(clusters);
  const { arrivals, refusals } = limited;
  expect(refusals.length).toBeGreaterThan(0);
  // Only in-flight requests, 32 at most, run into a pause, and after it ten are served. If each wait retried independently, 9 of 10
  // requests would be refused.
  const served = arrivals.length - refusals.length;
  expect(refusals.length).toBeLessThan(4 * served);
});
