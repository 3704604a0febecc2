import { describe, expect, test } from "vitest";
import { checkInputs } from "../../provider/engine/compare/validate-inputs.ts";
import { splitHidden } from "../../provider/pulumi/formats/hidden-properties.ts";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { clusterInputs, fast, virtualPool } from "../cluster/cluster.ts";
import { openInProcess as open } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";

const emulator = await platform(fast);
/** Properties that every JavaScript object inherits. */
const names = ["constructor", "toString", "hasOwnProperty", "valueOf", "__proto__"];
/** Returns an object with an own property, even if it is named `__proto__`. */
const withField = (name: string, value: unknown) => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`);

describe.each(providerKinds)("the %s provider", (kind) => {
  test.each(names)("treats %s as an unknown property, like any other name", async (name) => {
    const one = open[kind](ruleTemplateHandler, emulator, `unknown-${name}`);
    const { failures } = await one.check({ rule: "/names/", ruleType: 0, ...withField(name, "text") });
    expect(failures.map(({ reason }) => reason).join()).toContain("is not known");
    const below = { rule: "/names/", ruleType: 0, options: withField(name, { enabled: true, value: true }) };
    expect((await one.check(below)).failures.map(({ property }) => property).join()).toContain(name);
  });

  test("keeps them as keys of a map", async () => {
    const one = open[kind](clusterHandler, emulator, "labels");
    const labels = JSON.parse('{"constructor":"a","toString":"b","valueOf":"c"}');
    const inputs = clusterInputs({ pools: [{ ...virtualPool, labels }] });
    await one.up(inputs);
    const cluster = emulator.platform.store.clusters.all().find(({ name }) => name === inputs.name);
    // The platform adds labels of its own.
    expect(cluster?.pools[0]?.labels).toMatchObject(labels);
    await one.refresh();
    expect(await one.preview(inputs)).toBe("same");
  });
});

test.each(providerKinds)(
  "__proto__ is refused as a key of a map by the %s provider: it would be lost",
  async (kind) => {
    const labels = withField("__proto__", "text");
    const { failures } = await open[kind](clusterHandler, emulator, "map").check(
      clusterInputs({ pools: [{ ...virtualPool, labels }] }),
    );
    expect(failures).toMatchObject([
      { property: "pools[0].labels.__proto__", reason: expect.stringContaining("take another one") },
    ]);
  },
);

test("__proto__ is an unknown property, not a hidden one", () => {
  const { own } = splitHidden({ rule: "/names/", ruleType: 0, ...withField("__proto__", "text") });
  expect(
    checkInputs(ruleTemplateHandler, own)
      .failures.map(({ reason }) => reason)
      .join(),
  ).toContain("is not known");
});
