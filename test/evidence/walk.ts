import type { Emulator } from "@cloudplatform/emulator";
import type { ResourceName } from "@cloudplatform/pulumi/registry";
import { expect } from "vitest";
import type { Harness } from "../helpers/harness.ts";
import type { OpenHarness } from "../helpers/harnesses.ts";
import { kinds } from "./kinds.ts";

let serial = 0;

/** A behaviour of the emulator, by name. */
export type Behavior = Readonly<Record<string, string | number>>;

/** Texts in another form than they were sent in are a difference, which stays. */
const changesTexts = (behavior: Behavior) => "texts" in behavior || "emptyTexts" in behavior;

/**
 * A resource from creation to deletion and once more, each step directly after the one before and in a new process: it is never
 * forgotten, made twice or left behind.
 */
export async function live(emulator: Emulator, open: OpenHarness, name: ResourceName, behavior: Behavior) {
  const { handler, collection, inputs, changed } = kinds[name];
  const { store, habits } = emulator.platform;
  emulator.platform.reset();
  habits.set(behavior as never);
  const urnName = `transit-${process.pid}-${++serial}`;
  /** The resource in a new process, to which nothing is known that was read before. */
  const again = (state?: Harness["state"]) => {
    const settings = { "cloudplatform:pollTimeoutSeconds": String(7200 + ++serial) };
    const harness = open(handler, emulator, urnName, settings);
    harness.state = state;
    return harness;
  };
  const settled = async (state: Harness["state"], declared: object) => {
    const harness = again(state);
    expect(await harness.refresh(), "still there after a refresh").toBe(true);
    if (!changesTexts(behavior)) expect(await harness.preview(declared), "preview after a refresh").toBe("same");
    return harness;
  };
  // A threshold is set or has its default: its record stays.
  const count = () => (collection === "thresholds" ? 0 : store[collection].count());
  const made = collection === "thresholds" ? 0 : 1;
  const before = count();
  const first = again();
  await first.up(inputs);
  const second = again((await settled(first.state, inputs)).state);
  await second.up(changed);
  const third = again((await settled(second.state, changed)).state);
  await third.destroy();
  expect(count(), "objects after destroy").toBe(before);
  const fourth = again();
  await fourth.up(inputs);
  await settled(fourth.state, inputs);
  expect(count(), "objects after another up").toBe(before + made);
}
