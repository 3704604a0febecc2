import { describe, expect, test } from "vitest";
import { secretSignature, signatureKey } from "../../provider/pulumi/formats/markers.ts";
import { changesBetween, changesOf } from "../../provider/review/model/changes.ts";
import { lossesOf, updateLosses } from "../../provider/review/model/losses.ts";

const hidden = { [signatureKey]: secretSignature, ciphertext: "[secret]" };

/** Returns the changes of a step, given the paths that the engine found to differ. */
const step = (before: object, after: object, ...paths: [path: string, diffKind: string][]) =>
  changesOf({
    ...{ op: "update", urn: "urn:pulumi:a::b::c::d", type: "c" },
    ...{ old: { inputs: before }, new: { inputs: after } },
    detailedDiff: Object.fromEntries(paths.map(([path, diffKind]) => [path, { diffKind }])),
  } as never);

test("a changed secret that only the engine detects is named once, without its value", () => {
  const inputs = { name: "a", token: hidden, parts: { key: hidden } };
  expect(step(inputs, inputs, ["token", "update"], ["parts.key", "update"], ["name", "update"])).toEqual([
    { path: "token", kind: "update", secret: true },
    { path: "parts.key", kind: "update", secret: true },
  ]);
});

test("a change in the inputs is not repeated for a path of the engine at, above or below it", () => {
  const [before, after] = [{ parts: { key: "one" } }, { parts: { key: hidden } }];
  const shown = [expect.objectContaining({ path: "parts.key", kind: "update" })];
  for (const path of ["parts.key", "parts", "parts.key.below"])
    expect(step(before, after, [path, "update"])).toEqual(shown);
});

test("the engine's own properties are not changes", () => {
  expect(step({ __declared: hidden }, { __declared: hidden }, ["__declared", "update"])).toEqual([]);
});

test.each(["add", "add-replace", "delete", "delete-replace", "update", "update-replace"])(
  "%s of a secret",
  (diffKind) => {
    const [change] = step({ token: hidden }, { token: hidden }, ["token", diffKind]);
    expect(change?.kind).toBe(diffKind.replace("-replace", ""));
  },
);

test.each([
  [{ a: 1 }, { a: 1 }, []],
  [{ a: 1 }, { a: 2 }, ["a"]],
  [{ a: { b: 1, c: 1 } }, { a: { b: 1, c: 2 } }, ["a.c"]],
  // Elements with names are compared by name.
  [
    {
      pools: [
        { name: "x", n: 1 },
        { name: "y", n: 1 },
      ],
    },
    { pools: [{ name: "y", n: 2 }] },
    ['pools["x"]', 'pools["y"].n'],
  ],
  [
    { pools: [{ name: "x", n: 1 }] },
    {
      pools: [
        { name: "x", n: 1 },
        { name: "x", n: 2 },
      ],
    },
    ["pools"],
  ],
  [{ list: [1, 2] }, { list: [2, 1] }, ["list"]],
])("between %j and %j, the changes are at %j", (before, after, paths) => {
  expect(changesBetween(before, after).map(({ path }) => path)).toEqual(paths);
});

test("a changed secret flavor destroys the nodes of its pool, like a visible flavor", () => {
  const pools = [{ name: "general", flavorId: hidden, minNodeCount: 2 }];
  const inputs = { name: "edge", projectId: 1, regionId: 76, keypair: "ops", version: "v1.31.9", pools };
  const step = (detailedDiff: object) =>
    ({
      ...{ op: "update", urn: "urn:pulumi:a::b::c::d", detailedDiff },
      type: "pulumi-nodejs:dynamic/cloudplatform/kubernetes:Cluster",
      ...{ old: { inputs, outputs: inputs }, new: { inputs } },
    }) as never;
  expect(updateLosses(step({ "pools[0].flavorId": { diffKind: "update" } }))).toEqual([
    expect.stringContaining("general"),
  ]);
  expect(updateLosses(step({}))).toEqual([]);
});

describe("a list that is a secret as a whole", () => {
  const urn = "urn:pulumi:a::b::pulumi-nodejs:dynamic/cloudplatform/edge:Secret::token";
  const secret = (value: unknown) => ({ [signatureKey]: secretSignature, plaintext: JSON.stringify(value) });
  const slots = (...numbers: number[]) => secret(numbers.map((slot) => ({ slot, value: secret(`value ${slot}`) })));
  const losses = (inputDiff: object, detailedDiff: object, isPlanned = true) => {
    const inputs = { name: "token", secretSlots: hidden };
    const step = { op: "update", urn, type: "pulumi-nodejs:dynamic/cloudplatform/edge:Secret", detailedDiff };
    const state = new Map([[urn, { urn, inputs: { name: "token", secretSlots: slots(0, 1) } }]]);
    const plan = { resourcePlans: { [urn]: { goal: { inputDiff } } } };
    return updateLosses(
      { ...step, old: { urn, inputs, outputs: inputs }, new: { urn, inputs } } as never,
      { state, plan: isPlanned ? plan : undefined } as never,
    );
  };
  const changed = { secretSlots: { diffKind: "update" } };

  test("loses nothing when another property changes", () => {
    expect(losses({ updates: { name: "other" } }, { name: { diffKind: "update" } })).toEqual([]);
    expect(losses({}, { name: { diffKind: "update" } }, false)).toEqual([]);
  });

  test("loses the elements that go, and none when a value changes", () => {
    expect(losses({ updates: { secretSlots: slots(0, 1) } }, changed)).toEqual([]);
    expect(losses({ updates: { secretSlots: slots(1) } }, changed)).toEqual(["the value of slot 0"]);
  });
});

test("a deleted cluster loses its pools, although a secret label hides them in events", () => {
  const urn = "urn:pulumi:a::b::pulumi-nodejs:dynamic/cloudplatform/kubernetes:Cluster::edge";
  const pools = { [signatureKey]: secretSignature, plaintext: JSON.stringify([{ name: "general", nodeCount: 4 }]) };
  const state = new Map([[urn, { urn, outputs: { pools } }]]);
  const type = "pulumi-nodejs:dynamic/cloudplatform/kubernetes:Cluster";
  expect(
    lossesOf({ op: "delete", urn, type, old: { urn, outputs: { pools: hidden } } } as never, { state } as never),
  ).toEqual([expect.stringContaining("4 nodes in 1 pool (general)"), expect.stringContaining("kubeconfig")]);
});
