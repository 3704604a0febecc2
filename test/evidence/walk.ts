import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "@cloudplatform/emulator";
import type { ResourceName } from "@cloudplatform/pulumi/registry";
import { expect } from "vitest";
import { looseText } from "../../provider/values/loose-text.ts";
import type { Harness } from "../helpers/harness.ts";
import type { OpenHarness } from "../helpers/harnesses.ts";
import type { Behavior } from "./behaviors.ts";
import { kinds } from "./kinds.ts";
import { mayStopAgain, shownAgain, stopOf } from "./stops.ts";

let serial = 0;

/** Names that a platform may normalize. */
const names: Partial<Record<ResourceName, object>> = {
  "cdn.RuleTemplate": { name: " Own  Template " },
  "edge.AppTemplate": { name: " Own  Template " },
  "reservations.Reservation": { name: "Own Metal" },
};

/**
 * Runs a resource's lifecycle twice, each step immediately after the previous one and in a new process. The object must never be
 * lost, duplicated or orphaned. With `foreign`, a command may fail, and the next command must find everything unchanged. A creation
 * stops where `stops.ts` says so; the lifecycle then begins again.
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
  const { handler, collection } = kinds[name];
  const inputs = { ...kinds[name].inputs, ...names[name] };
  const changed = { ...kinds[name].changed, ...names[name] };
  const { store, behaviors, faults } = emulator.platform;
  const { foreign: form = "none", drip = "none", lost = "none", machines = "one", ...values } = behavior;
  emulator.platform.reset();
  // What the platform had before the creation is shown by every read.
  behaviors.set({ strangers: values.strangers ?? "none" } as never);
  behaviors.set(values as never);
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
    const { id } = faults.add({ name: "foreign", form, status: 404, method: "GET", count: 1 } as never);
    try {
      return await command(state, (harness) => {
        last = harness;
        return run(harness);
      });
    } catch (error) {
      // Only the text around the status: a port or a path may contain its digits.
      if (!/the platform answered 404 /.test((error as Error).message)) throw error;
    } finally {
      faults.remove(id);
    }
    return command(last?.state, run, last?.halfMade);
  };
  const settled = (state: Harness["state"], declared: object) =>
    disturbed(state, async (harness) => {
      expect(await harness.refresh(), "still there after a refresh").toBe(true);
      // Texts that the program leaves empty remain a difference.
      if (behavior.emptyTexts === "filled") return;
      expect(await harness.preview(asShown(declared, harness.state)), "preview after a refresh").toBe("same");
    });
  // A threshold's record remains after a delete, with the default value.
  const count = () => (collection === "thresholds" ? 0 : store[collection].count());
  const made = collection === "thresholds" ? 0 : 1;
  const before = count();
  const create = () => disturbed(undefined, (harness) => harness.up(inputs));
  if (lost !== "none") faults.add({ name: lost, endpoint: creationOf(name), count: 1 } as never);
  const stop = stopOf(name, behavior);
  if (stop !== undefined) {
    await expect(create()).rejects.toThrow(stop.error);
    expect(count(), "objects after a creation that stops").toBe(before + stop.objects);
    // Somebody deletes the object and removes the record; the platform returns ids from now on.
    emulator.platform.reset();
    behaviors.set({ ...values, writeResponses: "documented" } as never);
    newMachine();
  }
  const first = await create();
  expect(count(), "objects after up").toBe(before + made);
  const second = await settled(first, inputs);
  const third = await settled(await disturbed(second, (harness) => harness.up(asShown(changed, second))), changed);
  await disturbed(third, (harness) => harness.destroy());
  expect(count(), "objects after destroy").toBe(before);
  const fourth = await create().catch((error: Error) => {
    if (!mayStopAgain(behavior)) throw error;
    expect(error.message).toMatch(shownAgain);
    expect(count(), "objects after a creation that stops").toBe(before);
    // Somebody waits until reads show the present; the platform returns ids from now on.
    behaviors.set({ ...values, writeResponses: "documented", staleReads: 0, staleSeconds: 0, listDelay: 0 } as never);
    return command(undefined, (harness) => harness.up(inputs));
  });
  await settled(fourth, inputs);
  expect(count(), "objects after another up").toBe(before + made);
}

function creationOf(name: ResourceName): string {
  const { collection } = kinds[name];
  return collection === "thresholds" ? "notificationThreshold.set" : `${collection}.create`;
}

/** Returns a declaration with the texts that the platform has normalized, as a user then declares them. */
function asShown(declared: object, state: Harness["state"]): object {
  const shown = Object.entries(declared).map(([name, value]) => {
    const live = state?.inputs[name];
    const isSame = typeof value === "string" && typeof live === "string" && looseText(live) === looseText(value);
    return [name, isSame ? live : value];
  });
  return Object.fromEntries(shown);
}
