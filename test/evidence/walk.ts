import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "@cloudplatform/emulator";
import type { ResourceName } from "@cloudplatform/pulumi/registry";
import { expect } from "vitest";
import type { Harness } from "../helpers/harness.ts";
import type { OpenHarness } from "../helpers/harnesses.ts";
import { kinds } from "./kinds.ts";

let serial = 0;

/**
 * Behaviours of the emulator, by name. `foreign`: a gateway answers one read of each command in this form. `drip`: one response of
 * each command arrives byte by byte. `machines: "each"`: each command runs on a machine without the notes of the others.
 */
export type Behavior = Readonly<Record<string, string | number>>;

/** Whether the platform normalizes strings, which then remain a difference. */
const changesTexts = ({ texts = "as-sent", emptyTexts = "as-sent" }: Behavior) =>
  texts !== "as-sent" || emptyTexts !== "as-sent";

/**
 * Runs a resource's lifecycle twice, each step immediately after the previous one and in a new process. The object must never be
 * lost, duplicated or orphaned. With `foreign`, a command may fail, and the next command must find everything unchanged.
 */
export async function live(emulator: Emulator, open: OpenHarness, name: ResourceName, behavior: Behavior) {
  // Each walk has its own machine, without the records and notes of other walks.
  const before = { ...process.env };
  newMachine();
  try {
    await walk(emulator, open, name, behavior);
  } finally {
    for (const key of ["CLOUDPLATFORM_INTENT_DIR", "TMPDIR"])
      if (before[key] === undefined) delete process.env[key];
      else process.env[key] = before[key];
  }
}

function newMachine(): void {
  process.env.CLOUDPLATFORM_INTENT_DIR = mkdtempSync(join(tmpdir(), "walk-"));
  process.env.TMPDIR = process.env.CLOUDPLATFORM_INTENT_DIR;
}

async function walk(emulator: Emulator, open: OpenHarness, name: ResourceName, behavior: Behavior) {
  const { handler, collection, inputs, changed } = kinds[name];
  const { store, behaviors, faults } = emulator.platform;
  const { foreign: form = "none", drip = "none", machines = "one", ...behaviorValues } = behavior;
  emulator.platform.reset();
  behaviors.set(behaviorValues as never);
  const urnName = `transit-${process.pid}-${++serial}`;
  /** Runs a command in a new process, without cached reads. */
  const command = async (state: Harness["state"], run: (harness: Harness) => Promise<void>, halfMade = false) => {
    const settings = { "cloudplatform:pollTimeoutSeconds": String(7200 + ++serial) };
    if (machines === "each") newMachine();
    const harness = open(handler, emulator, urnName, settings);
    Object.assign(harness, { state, halfMade });
    if (drip !== "none") faults.add({ name: "drip", ms: 0, method: drip, count: 1 } as never);
    await run(harness);
    return harness.state;
  };
  const disturbed = async (state: Harness["state"], run: (harness: Harness) => Promise<void>) => {
    if (form === "none") return command(state, run);
    let last: Harness | undefined;
    faults.add({ name: "foreign", form, status: 404, method: "GET", count: 1 } as never);
    try {
      return await command(state, (harness) => {
        last = harness;
        return run(harness);
      });
    } catch (error) {
      if (!/404/.test((error as Error).message)) throw error;
    } finally {
      faults.clear();
    }
    return command(last?.state, run, last?.halfMade);
  };
  const settled = (state: Harness["state"], declared: object) =>
    disturbed(state, async (harness) => {
      expect(await harness.refresh(), "still there after a refresh").toBe(true);
      if (!changesTexts(behavior)) expect(await harness.preview(declared), "preview after a refresh").toBe("same");
    });
  // A threshold's record remains after a delete, with the default value.
  const count = () => (collection === "thresholds" ? 0 : store[collection].count());
  const made = collection === "thresholds" ? 0 : 1;
  const before = count();
  const stop = (error: Error) => {
    // If a response lacks the id and the platform normalizes strings, the create stops and asks the user to identify the object.
    const isLost = "writeResponses" in behavior && behavior.writeResponses !== "documented";
    if (!(isLost && changesTexts(behavior) && /CP2113/.test(error.message))) throw error;
    expect(error.message).toMatch(/set the resource option import: "/);
    expect(count(), "objects after a creation that stops").toBe(before + made);
  };
  const first = await disturbed(undefined, (harness) => harness.up(inputs)).catch(stop);
  if (first === undefined) return;
  const second = await settled(first, inputs);
  const third = await settled(await disturbed(second, (harness) => harness.up(changed)), changed);
  await disturbed(third, (harness) => harness.destroy());
  expect(count(), "objects after destroy").toBe(before);
  const fourth = await disturbed(undefined, (harness) => harness.up(inputs)).catch((error: Error) => {
    // Only the machine that deleted an object recognizes stale reads of it. Another machine stops and names the object.
    if (machines !== "each") throw error;
    expect(error.message).toMatch(/import: "[^"]+".*(CP2105|CP2306|CP2403)/);
    expect(count(), "objects after a creation that stops").toBe(before);
    behaviors.set({ staleReads: 0, staleSeconds: 0 });
    return command(undefined, (harness) => harness.up(inputs));
  });
  await settled(fourth, inputs);
  expect(count(), "objects after another up").toBe(before + made);
}
