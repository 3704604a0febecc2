import type { BehaviorValues, Emulator } from "@cloudplatform/emulator";
import { expect } from "vitest";
import type { Properties } from "../../provider/values/properties.ts";
import type { Harness } from "../helpers/harness.ts";
import { type OpenHarness, openDynamic } from "../helpers/harnesses.ts";
import { at, type Subject } from "./subject.ts";

let last = 0;

/** The platform, resource and provider of a walk. */
interface Walk {
  emulator: Emulator;
  subject: Subject;
  open: OpenHarness;
}

/** Opens the resource as a new process would, with cold caches. */
function again(
  { emulator, subject, open }: Walk,
  state?: Harness["state"],
  name = `walk-${process.pid}-${++last}`,
): Harness {
  const settings = { "cloudplatform:pollTimeoutSeconds": String(7200 + ++last) };
  const harness = open(subject.handler, emulator, name, settings);
  harness.state = state;
  return harness;
}

/**
 * Walks one resource through its lifecycle on a platform with these behaviors: create, empty preview, refresh, empty preview, a
 * change of one field that sends nothing else, drift of each field that is detected and corrected in place, adoption, destroy.
 */
export async function walk(
  emulator: Emulator,
  subject: Subject,
  inputs: Properties,
  behaviors: BehaviorValues,
  open: OpenHarness = openDynamic,
) {
  const { platform } = emulator;
  const way = { emulator, subject, open };
  platform.reset();
  subject.prepare?.(platform);
  platform.behaviors.set(behaviors);
  const harness = again(way);
  await harness.up(inputs);
  const id = String(harness.state?.id);
  await expectSettled(harness, inputs);

  const changed = subject.change(inputs);
  platform.requests.clear();
  await harness.up(changed.inputs);
  const sent = writes(emulator);
  expect(sent, "what a change of one field sends").toHaveLength(changed.sends.length);
  for (const [index, pattern] of changed.sends.entries()) expect(sent[index]).toMatch(pattern);
  await expectSettled(harness, changed.inputs);

  const drifted = await expectDriftMended(way, harness, changed.inputs);
  // Two resources now have the object. The resource that adopted it deletes it.
  const adopted = await expectAdopted(way, changed.inputs, id);
  await adopted.destroy();
  expect(subject.find(platform, id), "the object after destroy").toBeUndefined();
  return { drifted };
}

async function expectSettled(harness: Harness, inputs: Properties): Promise<void> {
  expect(await harness.preview(inputs), "preview").toBe("same");
  expect(await harness.refresh(), "found by a refresh").toBe(true);
  expect(await harness.preview(inputs), "preview after a refresh").toBe("same");
}

async function expectDriftMended(way: Walk, whole: Harness, inputs: Properties) {
  const { subject } = way;
  const { platform } = way.emulator;
  const id = String(whole.state?.id);
  const record = subject.find(platform, id);
  if (record === undefined) throw new Error(`There is no object ${id}.`);
  const drifts = subject.drifts(record, inputs);
  const before = structuredClone(whole.state?.inputs);
  const identity = subject.identity(record, inputs);
  // Fields at different paths drift together. A path with several drifts takes one round for each.
  for (let rest = drifts; rest.length > 0; ) {
    const round = rest.filter((drift, index) => rest.findIndex(({ path }) => path === drift.path) === index);
    rest = rest.filter((drift) => !round.includes(drift));
    const current = subject.find(platform, id) ?? {};
    subject.put(
      platform,
      id,
      round.reduce((changed, drift) => drift.apply(changed), current),
    );
    const harness = again(way, whole.state);
    expect(await harness.refresh()).toBe(true);
    for (const { path } of round)
      expect(at(harness.state?.inputs, path), `drift of ${path} is seen`).not.toEqual(at(before, path));
    if (subject.isFixed === true) subject.put(platform, id, current);
    else {
      expect(await harness.preview(inputs), `preview after drift of ${round.map(({ path }) => path)}`).toBe("update");
      await harness.up(inputs);
    }
    const corrected = again(way, harness.state);
    await corrected.refresh();
    expect(await corrected.preview(inputs), "preview after the drift was corrected").toBe("same");
    whole.state = corrected.state;
    expect(subject.identity(subject.find(platform, id) ?? {}, inputs), "nothing was replaced").toEqual(identity);
  }
  return drifts.length;
}

async function expectAdopted(way: Walk, inputs: Properties, id: string): Promise<Harness> {
  const { emulator, subject } = way;
  const { clock, requests, timers } = emulator.platform;
  const adopted = again(way);
  // Runs due nightly upgrades and pauses the clock, so that no upgrade changes the version between the read and the adoption.
  clock.change({ paused: true });
  timers.runDue();
  const record = subject.find(emulator.platform, id) ?? {};
  const declared = subject.adopted?.(inputs, record) ?? inputs;
  requests.clear();
  await adopted.up({ ...declared, __adopt: id });
  expect(writes(emulator), "what an adoption sends").toEqual([]);
  clock.change({ paused: false });
  await expectSettled(adopted, declared);
  return adopted;
}

/** Returns the requests that change something. Price requests and limit checks are POST requests, but change nothing. */
function writes({ platform }: Emulator): string[] {
  return platform.requests
    .list({})
    .filter(({ method, path }) => method !== "GET" && !/pricing|check_limits/.test(path))
    .map(({ method, path }) => `${method} ${path}`);
}
