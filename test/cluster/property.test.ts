import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { type LogLine, setLogSink } from "../../provider/engine/lifecycle/progress.ts";
import type { ClusterInputs } from "../../provider/resources/cluster/definition.ts";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { controlOf } from "../helpers/control.ts";
import { openInProcess as open } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";
import { clusterInputs, fast } from "./cluster.ts";
import { declarations, versionsOf } from "./generated.ts";

const emulator = await platform(fast);
const control = controlOf(emulator);
const provider = fc.constantFrom(...providerKinds);
let serial = 0;

afterEach(() => setLogSink(undefined));

/** To run more: `CLUSTER_RUNS=500 npx vitest run test/cluster/property.test.ts`. */
const runs = Number(process.env.CLUSTER_RUNS ?? 12);

/** Properties for which `check` may refuse a change that the schema allows. */
const waysOnly = /^(version|pools\[0\]\.\w+)$/;

test("after any change of any cluster the preview is empty, and so it is after a refresh", async () => {
  await fc.assert(
    fc.asyncProperty(provider, fc.array(declarations, { minLength: 2, maxLength: 4 }), async (provider, all) => {
      await control.reset();
      const harness = open[provider](clusterHandler, emulator, `resource-${serial++}`);
      const { name } = clusterInputs();
      const versions = versionsOf(all);
      for (const [index, { inputs, settings }] of all.entries()) {
        const declared: ClusterInputs = clusterInputs({ ...settings, ...inputs, name, version: versions[index] });
        const { failures } = await harness.check(declared);
        if (failures.length > 0) {
          for (const { property } of failures) expect(property).toMatch(waysOnly);
          return;
        }
        await harness.up(declared);
        const lines: LogLine[] = [];
        setLogSink((line) => lines.push(line));
        expect(await harness.preview(declared)).toBe("same");
        expect(await harness.refresh()).toBe(true);
        expect(await harness.preview(declared)).toBe("same");
        expect(lines).toEqual([]);
        expect(await control.state("clusters")).toHaveLength(1);
      }
      await harness.destroy();
      expect(await control.state("clusters")).toEqual([]);
    }),
    { numRuns: runs },
  );
});
