import { expect, test } from "vitest";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { unknownValue } from "../../provider/values/unknown.ts";
import { controlOf } from "../helpers/control.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { platform } from "../helpers/platform.ts";
import { time } from "../helpers/time.ts";
import { until } from "../helpers/until.ts";
import { clusterInputs, fast } from "./cluster.ts";

const emulator = await platform(fast);
const control = controlOf(emulator);
let run = 0;

/** Returns a function that opens resources of one program, in one process. */
function program(url = emulator.url) {
  const settings = { "cloudplatform:pollTimeoutSeconds": String(7200 + ++run) };
  return (name: string, state?: EngineHarness["state"]) => {
    const harness = new EngineHarness(clusterHandler, { url }, name, settings);
    harness.state = state;
    return harness;
  };
}

test("a second new cluster of the same name is refused and names the first", async () => {
  const resource = program();
  const inputs = clusterInputs();
  expect((await resource("a").check(inputs)).failures).toEqual([]);
  const { failures } = await resource("b").check(inputs);
  expect(failures).toEqual([
    {
      property: "name",
      reason: `is taken by urn:pulumi:test::harness::cloudplatform::a of this program: a name belongs to one cluster of a project and region (1/76/${inputs.name}). Choose another name [CP2305]`,
    },
  ]);
});

test("a cluster of the same name in another project, region, platform or program is no conflict", async () => {
  const other = await platform(fast);
  const resource = program();
  const inputs = clusterInputs();
  await resource("a").check(inputs);
  for (const change of [{ projectId: 2 }, { regionId: 4 }, { name: `${inputs.name}x` }])
    expect((await resource("b").check({ ...inputs, ...change })).failures).toEqual([]);
  expect((await program(other.url)("b").check(inputs)).failures).toEqual([]);
  expect((await program()("b").check(inputs)).failures).toEqual([]);
});

test("the checks of one resource at preview and at up do not conflict", async () => {
  const resource = program();
  const inputs = clusterInputs();
  for (const _ of [1, 2]) expect((await resource("a").check(inputs)).failures).toEqual([]);
});

test("an unknown name is not taken, and an abandoned name is free", async () => {
  const resource = program();
  const inputs = clusterInputs();
  expect((await resource("a").check({ ...inputs, name: unknownValue })).failures).toEqual([]);
  expect((await resource("b").check({ ...inputs, name: unknownValue })).failures).toEqual([]);
  expect((await resource("a").check(inputs)).failures).toEqual([]);
  expect((await resource("a").check(clusterInputs())).failures).toEqual([]);
  expect((await resource("b").check(inputs)).failures).toEqual([]);
});

test("a cluster in state always keeps its name, also under a new name of its resource", async () => {
  const before = program();
  const inputs = clusterInputs();
  const old = before("old");
  await old.up(inputs);
  const resource = program();
  // A second resource is checked first. The resource in state stays the same.
  expect((await resource("b").check(inputs)).failures).toEqual([]);
  const renamed = resource("new", old.state);
  expect(await renamed.preview(inputs)).toBe("same");
});

test("a new cluster cannot take the name of a cluster in state", async () => {
  const before = program();
  const inputs = clusterInputs();
  const old = before("old");
  await old.up(inputs);
  const resource = program();
  expect(await resource("old", old.state).preview(inputs)).toBe("same");
  expect((await resource("b").check(inputs)).failures).toMatchObject([
    { property: "name", reason: expect.stringContaining("::old of this program") },
  ]);
});

test("a name moves from one cluster to another in one run", async () => {
  const before = program();
  const [one, two] = [clusterInputs(), clusterInputs()];
  const [a, b] = [before("a"), before("b")];
  await a.up(one);
  await b.up(two);
  const resource = program();
  expect(await resource("a", a.state).preview({ ...one, name: two.name })).toBe("replace");
  expect(await resource("b", b.state).preview({ ...two, name: one.name })).toBe("replace");
  // The engine's second check for a replacement does not receive the state.
  const again = resource("b");
  expect((await again.check({ ...two, name: one.name })).failures).toEqual([]);
});

// The platform addresses clusters by name: a request that waited for a lock, or whose response was lost, may hit another cluster of
// that name.
const locked = { name: "status", status: 409 } as const;
test.each([
  { endpoint: "clusters.delete", fault: locked, act: (one: EngineHarness) => one.destroy(), ends: undefined },
  {
    ...{ endpoint: "clusters.delete", fault: { name: "drop-before" } as const, ends: undefined },
    act: (one: EngineHarness) => one.destroy(),
  },
  {
    fault: locked,
    ...{ endpoint: "clusters.patch", ends: /is gone from the platform/ },
    act: (one: EngineHarness) => one.up({ ...one.state?.inputs, autoscalerConfig: { expander: "random" } }),
  },
])(
  "$endpoint is not retried for a cluster that another stack has since created: $fault.name",
  async ({ endpoint, fault, act, ends }) => {
    await control.reset();
    const inputs = clusterInputs();
    const harness = program()("a");
    await harness.up(inputs);
    await control.fault({ ...fault, endpoint, count: 1 });
    time.hold();
    const action = act(harness);
    const ended = ends === undefined ? action : expect(action).rejects.toThrow(ends);
    await until("the request has arrived", async () => ((await control.calls(endpoint)) > 0 ? true : undefined));
    const others = {
      id: "00000000-0000-4000-8000-000000000000",
      creator_task_id: "11111111-0000-4000-8000-000000000000",
    };
    await control.change("clusters", `1/76/${inputs.name}`, others);
    time.release();
    await ended;
    expect(await control.calls(endpoint)).toBe(1);
    expect(await control.state("clusters")).toMatchObject([others]);
  },
);

test.each([
  ["whose response is lost", { name: "drop-after", count: 1 }, {}],
  ["whose response names no task", undefined, { writeResponses: "no-id" }],
] as const)(
  "a cluster that was just deleted, and is still shown, is not the next one of its name, %s",
  async (_, fault, others) => {
    await control.reset();
    const slow = await platform({ speed: 20 });
    const { behaviors, store } = slow.platform;
    const resource = program(slow.url);
    const inputs = clusterInputs();
    const first = resource("a");
    await first.up(inputs);
    behaviors.set({ staleReads: 1, staleOrder: "alternating", listDelay: 400, ...others } as never);
    await first.destroy();
    if (fault !== undefined) await controlOf(slow).fault({ ...fault, endpoint: "clusters.create" });
    const next = program(slow.url)("a");
    await next.up(inputs);
    const [made, ...more] = store.clusters.all().filter(({ name }) => name === inputs.name);
    expect(more).toEqual([]);
    expect(next.state?.outputs.clusterId).toBe(made?.id);
  },
);
