import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refuseUnplanned, unplanned } from "../../provider/engine/compare/lost-update.ts";
import { clusterSchema } from "../../provider/resources/cluster/definition.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { clusterInputs, metalPool, virtualPool } from "../cluster/cluster.ts";

const schema = ruleTemplateHandler.schema;
const base = {
  name: "images",
  rule: "/images/",
  ruleType: 0,
  weight: 3,
  options: { gzipOn: { enabled: true, value: true } },
};

/** Any subset of a template's fields. Each party changes such a subset. */
const change = fc.record(
  {
    name: fc.constantFrom("images", "pictures", "photos"),
    weight: fc.integer({ min: 1, max: 4 }),
    overrideOriginProtocol: fc.constantFrom("HTTP", "HTTPS"),
    ruleType: fc.constantFrom(0, 1),
  },
  { requiredKeys: [] },
);

const differing = (a: Record<string, unknown>, b: Record<string, unknown>) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => a[key] !== b[key]).sort();

test("a change by somebody is unplanned exactly if it differs from the declared value", () => {
  fc.assert(
    fc.property(change, change, (ours, theirs) => {
      const inputs: Record<string, unknown> = { ...base, ...ours };
      const live: Record<string, unknown> = { ...base, ...theirs };
      const found = unplanned(schema, { declared: base, inputs, liveAs: () => live }).map(({ path }) => path[0]);
      const wanted = differing(inputs, live);
      expect(found).toEqual(differing(base, live).filter((name) => wanted.includes(name)));
    }),
    { numRuns: 500 },
  );
});

describe("a cluster that somebody has changed", () => {
  const declared = clusterInputs({ pools: [virtualPool, metalPool] });
  const labelled = { ...declared, pools: [{ ...virtualPool, labels: { tier: "new" } }, metalPool] };
  const places = (live: object, inputs: object = labelled) =>
    unplanned(clusterSchema, { declared, inputs, liveAs: () => live }).map(({ path }) => path.join("."));

  test.each<[string, object, string[]]>([
    ["not at all", declared, []],
    [
      "by a further pool",
      { ...declared, pools: [...declared.pools, { ...metalPool, name: "extra" }] },
      ["pools.extra"],
    ],
    ["by taking a pool away", { ...declared, pools: [virtualPool] }, ["pools.metal"]],
    [
      "in another pool",
      { ...declared, pools: [virtualPool, { ...metalPool, minNodeCount: 2 }] },
      ["pools.metal.minNodeCount"],
    ],
    [
      "in another field of the pool",
      { ...declared, pools: [{ ...virtualPool, minNodeCount: 1 }, metalPool] },
      ["pools.general.minNodeCount"],
    ],
    [
      "in another label of the pool",
      { ...declared, pools: [{ ...virtualPool, labels: { theirs: "x" } }, metalPool] },
      ["pools.general.labels.theirs"],
    ],
    [
      "in the place that the update changes",
      { ...declared, pools: [{ ...virtualPool, labels: { tier: "x" } }, metalPool] },
      ["pools.general.labels.tier"],
    ],
    ["in the order of its pools", { ...declared, pools: declared.pools.toReversed() }, []],
    ["to what is wanted", labelled, []],
  ])("%s", (_, live, expected) => {
    expect(places(live)).toEqual(expected);
  });
});

test("the refusal names the paths in the user's spelling, and no secret", () => {
  const withKey = (key: string) => ({ ...base, options: { ...base.options, secure_key: { enabled: true, key } } });
  const update = () =>
    refuseUnplanned({ what: 'Updating CDN rule template "images"', object: "rule template 7" }, ruleTemplateHandler, {
      declared: withKey("s3cret-one"),
      inputs: { ...withKey("s3cret-one"), name: "pictures" },
      liveAs: () => ({ ...withKey("s3cret-two"), weight: 5 }),
    });
  expect(update).toThrow("rule template 7 was changed on the platform since it was last read");
  expect(update).toThrow("options.secure_key.key was changed; weight is 5 there, not 3");
  expect(update).toThrow("Run pulumi refresh");
  expect(update).not.toThrow(/s3cret/);
});
