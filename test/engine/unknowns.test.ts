import { appTemplateBody, reservationBody, ruleTemplateBody, secretBody } from "@cloudplatform/pulumi/api";
import { fromWire, unknownPaths } from "@cloudplatform/pulumi/schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { z } from "zod";
import { platformKey } from "../../provider/client/platform-id.ts";
import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import { dynamicProvider } from "../../provider/pulumi/dynamic/dynamic-provider.ts";
import { appTemplateHandler } from "../../provider/resources/app-template/handler.ts";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { notificationThresholdDefinition } from "../../provider/resources/notification-threshold/definition.ts";
import { notificationThresholdHandler } from "../../provider/resources/notification-threshold/handler.ts";
import { reservationHandler } from "../../provider/resources/reservation/handler.ts";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { secretHandler } from "../../provider/resources/secret/handler.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { unknownValue } from "../../provider/values/unknown.ts";
import { clusterInputs } from "../cluster/cluster.ts";
import { declarations } from "../cluster/generated.ts";
import { arbitraryOf } from "../helpers/arbitrary.ts";
import { platform } from "../helpers/platform.ts";
import { partlyUnknown } from "../helpers/unknowns.ts";

const emulator = await platform();

/** To run more: `UNKNOWN_RUNS=2000 npx vitest run test/engine/unknowns.test.ts`. */
const numRuns = Number(process.env.UNKNOWN_RUNS ?? 60);

/** The result of a preview. */
interface Shown {
  failures: string[];
  replaces: string[];
}

interface Harness {
  handler: AnyHandler;
  programs: fc.Arbitrary<object>;
  /** Outputs that the platform adds to the state. */
  state?: Properties;
}

/** Returns a function that previews a resource as the engine does: deployed with some inputs, or new. */
function previewOf({ handler, state }: Harness) {
  const provider = dynamicProvider(handler);
  const config: Record<string, string> = { "cloudplatform:baseUrl": emulator.url, "cloudplatform:apiKey": "local" };
  void provider.configure?.({ config: { get: (key: string) => config[key] } as never });
  const hidden = { __urn: "urn:pulumi:test::unknowns::cloudplatform::one" };
  return async (inputs: object, deployed?: Properties): Promise<Shown & { inputs: Properties }> => {
    const checked = await provider.check?.(deployed ?? {}, { ...structuredClone(inputs), ...hidden });
    const failures = (checked?.failures ?? []).map(({ property }) => property);
    const news = checked?.inputs as Properties;
    if (failures.length > 0 || deployed === undefined) return { failures, replaces: [], inputs: news };
    const __origin = { platform: platformKey(emulator.url) };
    const diff = await provider.diff?.("1/76/shop", { ...state, ...deployed, __origin }, news);
    return { failures, replaces: diff?.replaces ?? [], inputs: news };
  };
}

const spelled = (schema: z.ZodObject) =>
  arbitraryOf(schema).map((wire) => fromWire(schema, wire as z.output<typeof schema>) as object);

const clusters = declarations.map(({ inputs, settings }) => clusterInputs({ ...settings, ...inputs, name: "shop" }));

function lacksValue({ secretSlots = [] }: { secretSlots?: { value?: string }[] }): boolean {
  return secretSlots.some(({ value }) => value === undefined);
}

const harnesses: Record<string, Harness> = {
  "rule template": { handler: ruleTemplateHandler, programs: spelled(ruleTemplateBody) },
  "app template": { handler: appTemplateHandler, programs: spelled(appTemplateBody) },
  // The check of a new secret fails without a value.
  secret: { handler: secretHandler, programs: spelled(secretBody).filter((program) => !lacksValue(program)) },
  threshold: {
    handler: notificationThresholdHandler,
    programs: spelled(notificationThresholdDefinition.schema),
  },
  reservation: {
    handler: reservationHandler,
    programs: spelled(reservationBody).map((program) => ({ ...program, allowReplacement: true })),
  },
  cluster: {
    handler: clusterHandler,
    programs: clusters,
    state: { status: "Provisioned", cni: { provider: "calico" }, podsIpPool: "10.244.0.0/18" },
  },
};

test.each(Object.keys(harnesses))(
  "values of a %s that are not known yet show no failure of their own, and every replacement that the update may make",
  async (name) => {
    const harness = harnesses[name] as Harness;
    const check = async (known: object, unknown: object, deployed?: Properties) => {
      const preview = previewOf(harness);
      const later = await preview(known, deployed);
      const now = await preview(unknown, deployed);
      for (const property of now.failures)
        expect(later.failures, `check of ${JSON.stringify(unknown)}`).toContain(property);
      for (const property of later.replaces)
        expect(now.replaces, `diff of ${JSON.stringify(unknown)}`).toContain(property);
      for (const property of now.replaces.filter((one) => !later.replaces.includes(one)))
        expect(unknownPaths(Reflect.get(unknown, property)), `${property} of ${JSON.stringify(unknown)}`).not.toEqual(
          [],
        );
      return later;
    };
    await fc.assert(
      fc.asyncProperty(partlyUnknown(harness.programs), partlyUnknown(harness.programs), async (first, second) => {
        const created = await check(first.known, first.unknown);
        if (created.failures.length > 0) return;
        // With the resource in state: the same program, and a different one.
        await check(first.known, first.unknown, created.inputs);
        await check(second.known, second.unknown, created.inputs);
      }),
      { numRuns },
    );
  },
);

const unknownCases: [
  string,
  Partial<ReturnType<typeof clusterInputs>>,
  (inputs: Properties) => Properties,
  replaces: string[],
][] = [
  [
    "all arguments",
    {},
    (inputs) => Object.fromEntries(Object.keys(inputs).map((key) => [key, unknownValue])),
    ["projectId", "regionId", "name", "keypair"],
  ],
  [
    "the network plugin",
    { cni: { provider: "cilium", cilium: { maskSize: 26 } } },
    (inputs) => ({ ...inputs, cni: unknownValue }),
    ["cni"],
  ],
  [
    "a hole in it",
    { cni: { provider: "cilium", cilium: { maskSize: 26 } } },
    (inputs) => ({ ...inputs, cni: { provider: unknownValue, cilium: { maskSize: unknownValue } } }),
    ["cni"],
  ],
  ["a network that was never declared", {}, (inputs) => ({ ...inputs, podsIpPool: unknownValue }), ["podsIpPool"]],
  ["the list of pools", {}, (inputs) => ({ ...inputs, pools: unknownValue }), []],
  ["its only pool", {}, (inputs) => ({ ...inputs, pools: [unknownValue] }), []],
  [
    "a value of its only pool's kubelet",
    {},
    (inputs) => ({
      ...inputs,
      pools: [{ ...(inputs.pools as object[])[0], kubeletConfig: { maxPods: unknownValue } }],
    }),
    [],
  ],
];

test.each(unknownCases)(
  "a cluster of which %s is not known yet is not refused, and replaced where that cannot change in place",
  async (_what, more, hide, replaces) => {
    const preview = previewOf(harnesses.cluster as Harness);
    const inputs = clusterInputs({ name: "shop", ...more });
    const [pool] = inputs.pools;
    const known = { ...inputs, pools: [{ ...pool, kubeletConfig: { maxPods: "110" } }] };
    const created = await preview(known);
    expect(created.failures).toEqual([]);
    const found = await preview(hide(known), created.inputs);
    expect(found).toMatchObject({ failures: [], replaces });
  },
);
