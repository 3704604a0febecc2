import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { keyOf } from "../../emulator/kubernetes/records.ts";
import { controlOf } from "../helpers/control.ts";
import { openInProcess } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";
import { time } from "../helpers/time.ts";
import { kinds } from "./kinds.ts";

process.env.CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS = "60";

const emulator = await platform({ speed: 20 });
const { behaviors, store } = emulator.platform;
const folder = mkdtempSync(join(tmpdir(), "machines-"));
let serial = 0;

/** Switches to another machine with the same state, but without the notes of the first machine. */
function newMachine(): void {
  process.env.CLOUDPLATFORM_INTENT_DIR = mkdtempSync(join(folder, "machine-"));
  process.env.TMPDIR = process.env.CLOUDPLATFORM_INTENT_DIR;
}

beforeEach(async () => {
  newMachine();
  await controlOf(emulator).reset();
});

describe.each(providerKinds)(
  "while reads show the cluster that had the name before, and another machine has deleted it: the %s provider",
  (provider) => {
    const { handler, inputs, changed } = kinds["kubernetes.Cluster"];
    const open = () => {
      const settings = { "cloudplatform:pollTimeoutSeconds": String(7200 + ++serial) };
      return openInProcess[provider](handler, emulator, `machines-${serial}`, settings);
    };

    const only = () => {
      const [one, ...others] = store.clusters.all();
      if (one === undefined || others.length > 0) throw new Error("There is not one cluster.");
      return one;
    };

    /** Makes the next reads return the previous cluster, as a lagging replica does. */
    function showAsBefore(before: ReturnType<typeof only>): void {
      const now = only();
      store.clusters.put(keyOf(before), before);
      behaviors.set({ staleReads: 3 });
      store.clusters.put(keyOf(now), now);
    }

    /** Replaces a cluster by one of the same name. Stale reads still show the deleted one, on a machine that did not delete it. */
    async function replaced() {
      const first = open();
      await first.up(inputs);
      const before = only();
      await first.destroy();
      await first.up(inputs);
      showAsBefore(before);
      newMachine();
      const second = open();
      second.state = structuredClone(first.state);
      return second;
    }
    test("a creation keeps the cluster that it has made", async () => {
      const first = open();
      await first.up(inputs);
      const before = only();
      await first.destroy();
      newMachine();
      const second = open();
      time.hold();
      const done = second.up(inputs);
      await expect.poll(() => store.clusters.count()).toBe(1);
      showAsBefore(before);
      time.release();
      await done;
      expect(second.state?.outputs.clusterId).toBe(only().id);
    });

    test("a refresh keeps the cluster in state", async () => {
      const second = await replaced();
      const before = second.state?.outputs.clusterId;
      expect(await second.refresh()).toBe(true);
      expect(second.state?.outputs.clusterId).toBe(before);
    });

    test("a deletion deletes the cluster in state", async () => {
      const second = await replaced();
      await second.destroy();
      expect(store.clusters.count()).toBe(0);
    });

    test("an update changes the cluster in state", async () => {
      const second = await replaced();
      await second.up(changed);
      expect(only().pools[0]?.labels).toMatchObject({ tier: "one" });
    });
  },
);
