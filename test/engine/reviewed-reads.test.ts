import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "@cloudplatform/emulator";
import { afterAll, afterEach, expect, test } from "vitest";
import { readsExpected, readsRecord } from "../../provider/engine/lifecycle/reviewed-reads.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { cluster } from "../behaviors/cluster-subject.ts";
import type { Subject } from "../behaviors/subject.ts";
import { appTemplate, reservation, ruleTemplate, sampled, secret, threshold } from "../behaviors/subjects.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { platform } from "../helpers/platform.ts";

/** `cloudplatform apply` records the reads of a preview. The update then refuses objects that have changed since. */
const emulator = await platform({ speed: 100_000 });
const folder = mkdtempSync(join(tmpdir(), "reads-"));
let last = 0;

afterEach(() => {
  delete process.env[readsRecord];
  delete process.env[readsExpected];
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Opens the resource in a new engine process. */
function again(subject: Subject, state?: EngineHarness["state"]): EngineHarness {
  const settings = { "cloudplatform:pollTimeoutSeconds": String(7_300 + ++last) };
  const harness = new EngineHarness(subject.handler, emulator, "one", settings);
  harness.state = structuredClone(state);
  return harness;
}

async function recorded(subject: Subject, state: EngineHarness["state"]): Promise<string> {
  const file = join(folder, String(++last));
  process.env[readsRecord] = file;
  await again(subject, state).refresh();
  delete process.env[readsRecord];
  return file;
}

/** Returns the requests that change objects. */
const writes = ({ platform: { requests } }: Emulator) =>
  requests.list({}).filter(({ method, path }) => method !== "GET" && !/pricing|check_limits/.test(path));

const subjects = { ruleTemplate, appTemplate, secret, threshold, reservation, cluster };

test.each(Object.entries(subjects))(
  "%s: whatever changed since the review is refused when it is read, updated or deleted",
  async (_, subject) => {
    emulator.platform.reset();
    subject.prepare?.(emulator.platform);
    const inputs: Properties = sampled(subject, 7);
    const first = again(subject);
    await first.up(inputs);
    const { state } = first;
    const id = String(state?.id);
    const changed = subject.change(inputs).inputs;
    process.env[readsExpected] = await recorded(subject, state);
    const record = subject.find(emulator.platform, id) ?? {};
    const drifts = subject.drifts(record, inputs);
    expect(drifts.length).toBeGreaterThan(0);
    for (const drift of drifts) {
      subject.put(emulator.platform, id, drift.apply(structuredClone(record)));
      emulator.platform.requests.clear();
      const refusal = "was changed on the platform after the change was compared";
      await expect(again(subject, state).refresh(), drift.path).rejects.toThrow(refusal);
      await expect(again(subject, state).up(changed), drift.path).rejects.toThrow(refusal);
      await expect(again(subject, state).destroy(), drift.path).rejects.toThrow(refusal);
      expect(writes(emulator)).toEqual([]);
    }
    subject.put(emulator.platform, id, record);
    // An object that is unchanged since the review can be updated, also after a refresh.
    const same = again(subject, state);
    expect(await same.refresh()).toBe(true);
    await same.up(changed);
  },
);

test.each(Object.entries(subjects))("%s: drift that the review has shown is overwritten", async (_, subject) => {
  emulator.platform.reset();
  subject.prepare?.(emulator.platform);
  const inputs: Properties = sampled(subject, 11);
  const first = again(subject);
  await first.up(inputs);
  const id = String(first.state?.id);
  const record = subject.find(emulator.platform, id) ?? {};
  for (const drift of subject.drifts(record, inputs)) {
    subject.put(emulator.platform, id, drift.apply(structuredClone(record)));
    process.env[readsExpected] = await recorded(subject, first.state);
    const refreshed = again(subject, first.state);
    expect(await refreshed.refresh(), drift.path).toBe(true);
    if (subject.isFixed !== true) await refreshed.up(inputs);
    delete process.env[readsExpected];
    subject.put(emulator.platform, id, record);
  }
});

/** Creates a rule template on an empty platform. Returns its state, id and platform record. */
async function oneTemplate() {
  emulator.platform.reset();
  const first = again(ruleTemplate);
  await first.up({ rule: "/one/", ruleType: 0, weight: 1 });
  const id = String(first.state?.id);
  return { state: first.state, id, record: ruleTemplate.find(emulator.platform, id) ?? {} };
}

test("an object that drifted before the review is bound as it was then", async () => {
  const { state, id, record } = await oneTemplate();
  ruleTemplate.put(emulator.platform, id, { ...record, weight: 7 });
  process.env[readsExpected] = await recorded(ruleTemplate, state);
  ruleTemplate.put(emulator.platform, id, { ...record, weight: 8 });
  await expect(again(ruleTemplate, state).refresh()).rejects.toThrow("was changed on the platform");
  ruleTemplate.put(emulator.platform, id, { ...record, weight: 7 });
  const drifted = again(ruleTemplate, state);
  await drifted.refresh();
  await drifted.up({ rule: "/one/", ruleType: 0, weight: 2 });
  expect(ruleTemplate.find(emulator.platform, id)).toMatchObject({ weight: 2 });
});

test("an object that was deleted since is not created again, and one that came back is not overwritten", async () => {
  const { state, id, record } = await oneTemplate();
  const present = await recorded(ruleTemplate, state);
  ruleTemplate.put(emulator.platform, id, { ...record, deleted: true });
  const gone = await recorded(ruleTemplate, state);
  process.env[readsExpected] = present;
  await expect(again(ruleTemplate, state).refresh()).rejects.toThrow("was deleted on the platform");
  process.env[readsExpected] = gone;
  expect(await again(ruleTemplate, state).refresh()).toBe(false);
  ruleTemplate.put(emulator.platform, id, record);
  await expect(again(ruleTemplate, state).refresh()).rejects.toThrow("was changed on the platform");
});

test("the record contains no value", async () => {
  emulator.platform.reset();
  const first = again(ruleTemplate);
  const options = { secure_key: { enabled: true, key: "planted-signing-key", type: 0 } };
  await first.up({ rule: "/planted-rule/", ruleType: 0, options });
  expect(readFileSync(await recorded(ruleTemplate, first.state), "utf8")).toMatch(/^[0-9a-f]{64} [0-9a-f]{64}\n$/);
});
