import { beforeEach, describe, expect, test } from "vitest";
import { isNewer, runsVersion, stepProblem } from "../../provider/resources/cluster/change.ts";
import { controlOf } from "../helpers/control.ts";
import type { EngineHarness } from "../helpers/engine-harness.ts";
import { platform } from "../helpers/platform.ts";
import { clusterHarness, clusterInputs, fast, virtualPool } from "./cluster.ts";

const emulator = await platform(fast);
const control = controlOf(emulator);

beforeEach(() => control.reset());

async function made(
  version = "v1.31.9",
): Promise<{ harness: EngineHarness; inputs: ReturnType<typeof clusterInputs> }> {
  const harness = clusterHarness(emulator);
  const inputs = clusterInputs({ version });
  await harness.up(inputs);
  await control.clearRequests();
  return { harness, inputs };
}

/** Upgrades a cluster on the platform's side. */
const upgrade = ({ name }: { name: string }, version: string) =>
  control.change("clusters", `1/76/${name}`, { version });

async function writes(): Promise<string[]> {
  const sent = (await control.requests()).filter((line) => !line.startsWith("GET"));
  return sent.map((line) => line.replace(/\/cloud\/v2\/k8s\/clusters\/1\/76\/edge-\d+/, "").trim());
}

const labelled = (inputs: ReturnType<typeof clusterInputs>) => ({
  ...inputs,
  pools: [{ ...virtualPool, labels: { tier: "edge" } }],
});

describe.each(["v1.31.13", "v1.33.1"])("an upgrade to %s by the platform", (version) => {
  test("is shown, and neither reverted nor an obstacle to another change", async () => {
    const { harness, inputs } = await made();
    await upgrade(inputs, version);
    await harness.refresh();
    expect(harness.state?.outputs.version).toBe(version);
    expect(await harness.preview(inputs)).toBe("same");
    await harness.up(labelled(inputs));
    expect(await writes()).toEqual(["PATCH /pools/general"]);
    expect(harness.state?.outputs.version).toBe(version);
    expect(await harness.preview(labelled(inputs))).toBe("same");
  });

  test("that no refresh has seen is not reverted by another change", async () => {
    const { harness, inputs } = await made();
    await upgrade(inputs, version);
    await harness.up(labelled(inputs));
    expect(await writes()).toEqual(["PATCH /pools/general"]);
  });

  test("is accepted by declaring it", async () => {
    const { harness, inputs } = await made();
    await upgrade(inputs, version);
    await harness.refresh();
    if (version === "v1.31.13") await harness.up({ ...inputs, version });
    expect(await writes()).toEqual([]);
  });
});

// An update that was killed after its upgrade leaves the old version in state; so does an upgrade by the platform.
test.each([
  ["v1.31.10", /version cannot be downgraded from v1\.32\.1 to v1\.31\.10/],
  ["v1.31.8", /version cannot be downgraded from v1\.32\.1 to v1\.31\.8/],
])("a preview stops where the update to %s starts from a version that state does not have", async (version, text) => {
  const { harness, inputs } = await made();
  await upgrade(inputs, "v1.32.1");
  await expect(harness.preview({ ...inputs, version })).rejects.toThrow(text);
});

test("a program may return to the version that still runs after an upgrade that was refused", async () => {
  const { harness, inputs } = await made();
  await control.fault({ name: "status", endpoint: "clusters.upgrade", status: 400, count: 1 });
  await expect(harness.up({ ...inputs, version: "v1.32.1" })).rejects.toThrow("400");
  expect(await harness.preview(inputs)).toBe("same");
});

test("the program can downgrade a cluster by one patch version", async () => {
  const { harness, inputs } = await made();
  await harness.up({ ...inputs, version: "v1.31.8" });
  expect(await writes()).toEqual(["POST /upgrade"]);
  expect(harness.state?.outputs.version).toBe("v1.31.8");
});

test("a cluster that somebody has downgraded by one patch version is upgraded again", async () => {
  const { harness, inputs } = await made();
  await upgrade(inputs, "v1.31.8");
  await harness.refresh();
  expect(await harness.preview(inputs)).toBe("update");
  await harness.up(inputs);
  expect(await writes()).toEqual(["POST /upgrade"]);
});

test("reports no kept state if nothing was changed", async () => {
  const { harness, inputs } = await made();
  await control.fault({ name: "status", endpoint: "pools.patch", status: 400, count: 1 });
  const messageOf = (error: Error) => error.message;
  const refused = await harness.up(labelled(inputs)).catch(messageOf);
  expect(refused).toContain("the platform answered 400");
  expect(refused).not.toContain("What was changed");
  expect(harness.halfMade).toBe(false);
  await control.fault({ name: "status", endpoint: "pools.patch", status: 400, count: 1 });
  const later = { ...labelled(inputs), autoscalerConfig: { expander: "random" } };
  expect(await harness.up(later).catch(messageOf)).toContain("What was changed until then is kept in state");
  expect(harness.halfMade).toBe(true);
});

test("versions are compared by number, and a version without a patch leaves it to the platform", () => {
  expect([isNewer("v1.31.10", "v1.31.9"), isNewer("1.31.9", "v1.31.9"), isNewer("v1.31.9", "1.31")]).toEqual([
    ...[true, false, false],
  ]);
  expect([isNewer("v1.32.0", "v1.31"), isNewer("latest", "v1.31.9"), isNewer("v2.0.0", "v1.99.9")]).toEqual([
    ...[true, false, true],
  ]);
  expect([runsVersion("1.31.9", "v1.31.9"), runsVersion("v1.31.9", "1.31"), runsVersion("v1.3.1", "1.31")]).toEqual([
    ...[true, true, false],
  ]);
});

test.each([
  // Left to the platform: one minor version up, any patch up or down, and invalid versions.
  ["v1.30.2", "v1.30.2", undefined],
  ["v1.30.2", "v1.31.0", undefined],
  ["v1.30.2", "v1.30.9", undefined],
  ["v1.30.2", "v1.30.1", undefined],
  ["v1.30.2", "v1.30", undefined],
  ["v1.30", "v1.30.0", undefined],
  ["v1.30.2", "latest", undefined],
  ["latest", "v1.30.2", undefined],
  ["v1.30.2", "v1.32.0", /skips a step: .* it is 2\. Take v1\.31 first/],
  ["v1.30.2", "v2.30.0", /skips a step: .* it is more\. /],
  ["v1.30.2", "v2.1.0", /skips a step/],
  ["v1.30.2", "v1.29.9", /cannot be downgraded from v1\.30\.2 to v1\.29\.9: only by one patch/],
  ["v2.1.0", "v1.9.0", /cannot be downgraded from/],
  ["v1.30.2", "v1.30.0", /cannot be downgraded by 2 patches.*Take v1\.30\.1/],
])("the step from %s to %s", (from, to, problem) => {
  const found = stepProblem(from, to);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(problem);
});
