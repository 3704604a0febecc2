import { type ResourceName, resourceNames, resources } from "@cloudplatform/pulumi/registry";
import { child, metadataOf, unknownPaths, unwrap, userSchema } from "@cloudplatform/pulumi/schema";
import { beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { forgetClients } from "../../provider/client/configured-client.ts";
import { platformKey } from "../../provider/client/platform-id.ts";
import { lifecycles } from "../../provider/resources/lifecycles.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { isUnknown, unknownValue } from "../../provider/values/unknown.ts";
import { virtualPool } from "../cluster/cluster.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { openInProcess as open } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";
import { metal } from "../reservation/metal.ts";

const emulator = await platform();

// Each test acts as a separate program.
beforeEach(forgetClients);

const network = "7c9d5e6a-2f7d-4b0a-9a55-3f0f7a1d2b11";

/** Every resource with all its immutable inputs. */
const deployed: Record<ResourceName, Properties> = {
  "cdn.RuleTemplate": { rule: "/images/", ruleType: 0 },
  "cdn.RuleSet": { rules: { images: { rule: "/images/", ruleType: 0 } }, order: ["images"] },
  "kubernetes.Cluster": {
    ...{ projectId: 1, regionId: 76, name: "edge", keypair: "ops", version: "v1.31.9", pools: [virtualPool] },
    ...{ fixedNetwork: network, fixedSubnet: network, isIpv6: true },
    ...{ podsIpPool: "10.244.0.0/18", servicesIpPool: "10.96.0.0/18" },
    ...{ podsIpv6Pool: "fd00::/108", servicesIpv6Pool: "fd01::/108" },
    cni: { provider: "cilium", cilium: { maskSize: 26, maskSizeV6: 112, encryption: true } },
  },
  "reservations.Reservation": { ...metal, hasWindows: false, allowReplacement: true },
  "edge.AppTemplate": { binaryId: 42, name: "hello", owned: true, params: [] },
  "edge.Secret": { name: "token", secretSlots: [{ slot: 0, value: "s3cret-value" }] },
  "quotas.NotificationThreshold": { clientId: 5, threshold: 60 },
};

type Path = readonly string[];

/** Returns the paths of immutable inputs and of their immutable parts, according to the schema. */
function immutablePaths(schema: z.core.$ZodType, above: Path = []): Path[] {
  const bare = unwrap(schema);
  const { shape = {} } = bare._zod.def as { shape?: Record<string, z.core.$ZodType> };
  return Object.keys(shape).flatMap((name) => {
    const field = child(bare, name) as z.core.$ZodType;
    if (metadataOf(field).immutable !== true) return [];
    return [[...above, name], ...immutablePaths(field, [...above, name])];
  });
}

const rows = resourceNames.flatMap((name) =>
  immutablePaths(userSchema(resources[name].schema)).map((path) => ({ name, path, property: path.join(".") })),
);

function withUnknownAt(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return unknownValue;
  return { ...(value as Properties), [key]: withUnknownAt((value as Properties)[key], rest) };
}

/** Returns a resource whose state is that after its first deployment. */
async function deployedAs(kind: (typeof providerKinds)[number], name: ResourceName) {
  const harness = open[kind](lifecycles[resources[name].type], emulator, name);
  const { inputs, failures } = await harness.check(deployed[name]);
  expect(failures).toEqual([]);
  const __origin = { platform: platformKey(emulator.url) };
  harness.state = { id: "1/76/edge", inputs, outputs: { ...inputs, __origin } };
  return harness;
}

describe.each(providerKinds)("the %s provider", (kind) => {
  test.each(rows)("shows a replacement of $name while $property is not known", async ({ name, path }) => {
    const harness = await deployedAs(kind, name);
    expect(await harness.preview(withUnknownAt(deployed[name], path) as object)).toBe("replace");
    // The value turns out to be the deployed one.
    expect(await harness.preview(deployed[name])).toBe("same");
  });

  test.each(resourceNames)("shows an update of %s while all that can change is not known", async (name) => {
    const fixed = rows.filter((row) => row.name === name).map(({ path }) => path[0]);
    const harness = await deployedAs(kind, name);
    const { order, allowReplacement, ...inputs } = deployed[name];
    const open = Object.keys(inputs).filter((input) => !fixed.includes(input));
    const unknown = Object.fromEntries(open.map((input) => [input, unknownValue]));
    const step = await harness.preview({ ...deployed[name], ...unknown });
    expect(step).toBe(open.length === 0 ? "same" : "update");
  });
});

test("an unknown part that changes in place replaces nothing", async () => {
  const harness = await deployedAs("dynamic", "kubernetes.Cluster");
  const inputs = withUnknownAt(deployed["kubernetes.Cluster"], ["cni", "cilium", "encryption"]);
  expect(await harness.preview(inputs as object)).toBe("update");
});

test("the replacement of another resource replaces none that is not checked yet, as long as nothing of it is known", async () => {
  const harness = (await deployedAs("dynamic", "quotas.NotificationThreshold")) as EngineHarness;
  // The engine sends this diff before it deletes the other resource, even in an update.
  const unchecked = new EngineHarness(lifecycles.NotificationThreshold, emulator, "unchecked");
  unchecked.state = harness.state;
  expect(await unchecked.compare({ ...deployed["quotas.NotificationThreshold"], clientId: unknownValue })).toBe(
    "update",
  );
});

test("the table has every input with an immutable part", () => {
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ name, path }) => unknownPaths(withUnknownAt(deployed[name], path)).length !== 1)).toEqual([]);
  expect(isUnknown(unknownValue)).toBe(true);
});
