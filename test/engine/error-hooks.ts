import { beforeEach, expect, test } from "vitest";
import { maxAttempts } from "../../provider/engine/lifecycle/attempts.ts";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { ruleSetHandler } from "../../provider/resources/rule-set/handler.ts";
import { clusterInputs, fast, metalPool } from "../cluster/cluster.ts";
import { controlOf } from "../helpers/control.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { platform } from "../helpers/platform.ts";
import { rowsOf, testOnce } from "../helpers/rest.ts";

const emulator = await platform(fast);
const control = controlOf(emulator);

beforeEach(async () => {
  await control.clearFaults();
  emulator.platform.clock.change({ paused: false });
});

let last = 0;

function open(settings: Record<string, string>) {
  const name = `hooked-${++last}`;
  const harness = new EngineHarness(clusterHandler, emulator, name, settings);
  const count = async () => (await control.state("clusters")).filter((one) => one.name === name).length;
  /** The resource in the next command's process, with the setting's default. The engine kept the initialization errors. */
  const next = () => {
    const again = new EngineHarness(clusterHandler, emulator, name);
    again.state = harness.state;
    again.halfMade = true;
    return again;
  };
  return { harness, inputs: clusterInputs({ name, pools: [metalPool] }), count, next };
}

/** Creates that the platform accepts but that do not finish. */
const unfinished: [string, () => Promise<void>, Record<string, string>][] = [
  [
    "a cluster whose task does not end in time",
    async () => emulator.platform.clock.change({ paused: true }),
    { "cloudplatform:pollTimeoutSeconds": "2" },
  ],
  [
    "a cluster whose task fails and leaves it behind",
    async () => void (await control.fault({ name: "task-error", endpoint: "clusters.create", leavesBehind: true })),
    {},
  ],
];

test.each(rowsOf(unfinished, 0))(
  "%s is kept with its id after as many calls as the engine makes",
  async (_what, begin, settings) => {
    const { harness, inputs, count, next } = open(settings);
    await begin();
    let calls = 0;
    harness.onError = (failures) => {
      calls = failures;
      return true;
    };
    await harness.up(inputs);
    expect(calls).toBe(maxAttempts - 1);
    expect(harness.state?.id).toMatch(/^1\/76\/hooked-/);
    expect(await count()).toBe(1);
    await control.clearFaults();
    emulator.platform.clock.change({ paused: false });
    const after = next();
    await after.up(inputs);
    expect(after.state?.outputs).toMatchObject({ status: "Provisioned" });
    expect(await count()).toBe(1);
  },
);

testOnce("a creation that was partial stays so whatever the calls after it answer", async () => {
  const { harness, inputs } = open({ "cloudplatform:pollTimeoutSeconds": "1" });
  emulator.platform.clock.change({ paused: true });
  harness.onError = async (failures) => {
    if (failures === 1) await control.fault({ name: "status", endpoint: "clusters.get", status: 403 });
    return failures < 5;
  };
  await expect(harness.up(inputs)).rejects.toThrow();
  expect(harness.halfMade).toBe(true);
  expect(harness.state?.id).toMatch(/^1\/76\/hooked-/);
});

testOnce("a rule set of which one rule cannot be created is kept with the others", async () => {
  const name = `hooked-${++last}`;
  const harness = new EngineHarness(ruleSetHandler, emulator, `set-${name}`);
  const rule = (key: string) => ({ name: `${name}-${key}`, rule: `/${name}/${key}/`, ruleType: 0 });
  const inputs = { rules: { a: rule("a"), b: rule("b") }, order: ["a", "b"] };
  const fault = { name: "status", status: 403, endpoint: "ruleTemplates.create" };
  await control.fault({ ...fault, count: 1 });
  harness.onError = async (failures) => {
    if (failures === 1) await control.fault(fault);
    return true;
  };
  await harness.up(inputs);
  expect(Object.keys(harness.state?.outputs ?? {})).toContain("templateIds");
  await control.clearFaults();
  harness.halfMade = true;
  await harness.up(inputs);
  const made = (await control.state("ruleTemplates")).filter((one) => String(one.name).startsWith(name));
  expect(made.length).toBe(2);
});
