import { clusterBody, ruleTemplateBody } from "@cloudplatform/pulumi/api";
import { describe, expect, test } from "vitest";
import { UnreadableError } from "../../provider/engine/compare/coerce.ts";
import { toDeclaredForm } from "../../provider/engine/compare/declared-form.ts";
import { canonical } from "../../provider/schema/canonical.ts";
import { withUnread } from "../../provider/schema/unparsed.ts";

const metal = { name: "metal", flavorId: "bm1-hf-medium", minNodeCount: 1 };
const virtual = {
  ...{ name: "general", flavorId: "g1-standard-2-4", minNodeCount: 1 },
  ...{ bootVolumeSize: 50, bootVolumeType: "standard", servergroupPolicy: "affinity" },
};

/** Returns a declared pool, and the pool as read when the platform shows some fields differently. */
function poolSeen(pool: object, shown: object): unknown {
  const cluster = (one: object) => ({ name: "a", keypair: "ops", version: "v1.31.9", pools: [one] });
  const declared = canonical(clusterBody, cluster(pool)) as { pools: object[] };
  const live = cluster({ ...declared.pools[0], nodeCount: 1, ...shown });
  return [
    declared.pools[0],
    (canonical(clusterBody, toDeclaredForm(clusterBody, live, declared)) as typeof declared).pools[0],
  ];
}

test("an unreadable field matters only if it was declared", () => {
  const declared = { name: "a", rule: "/a", ruleType: 0 };
  const live = withUnread({ ...declared }, { weight: "heavy" });
  expect(toDeclaredForm(ruleTemplateBody, live, declared)).toEqual(declared);
  expect(() => toDeclaredForm(ruleTemplateBody, live, { ...declared, weight: 5 })).toThrow(UnreadableError);
});

const unset = [null, undefined, 0, "", {}, []];

describe.each(unset)("a field that the platform shows as %j", (nothing) => {
  test.each([
    ...["bootVolumeSize", "bootVolumeType", "servergroupPolicy", "maxNodeCount", "crioConfig", "kubeletConfig"],
    ...["labels", "taints", "autoHealingEnabled", "isPublicIpv4"],
  ])("and that was omitted is not drift: %s", (field) => {
    // Not part of the contract: a map or list for a number, and `0` or `""` for a map.
    const [declared, seen] = poolSeen(metal, { [field]: nothing }) as [object, object];
    expect(seen).toEqual(declared);
  });

  test.each(["bootVolumeSize", "bootVolumeType", "servergroupPolicy"])(
    "and that nobody can have removed keeps the declared value: %s",
    (field) => {
      const [declared, seen] = poolSeen(virtual, { [field]: nothing }) as [object, object];
      expect(seen).toEqual(declared);
    },
  );
});

test("false for a field whose default is true is a declared value", () => {
  const hook = (enabled?: boolean) => ({
    rule: "/a",
    ruleType: 0,
    options: {
      edgeapp: { enabled: true, on_request_body: { app_id: "42", ...(enabled !== undefined && { enabled }) } },
    },
  });
  const read = (live: object, declared: object) =>
    canonical(ruleTemplateBody, toDeclaredForm(ruleTemplateBody, live, canonical(ruleTemplateBody, declared)));
  expect(read(hook(false), hook())).toMatchObject({ options: { edgeapp: { on_request_body: { enabled: false } } } });
  expect(read(hook(), hook(false))).toMatchObject({ options: { edgeapp: { on_request_body: { enabled: true } } } });
});

test("null is read as the declared empty text, and an undeclared empty text is shown", () => {
  const cluster = (tunnel: unknown) => ({
    ...{ name: "a", keypair: "ops", version: "v1.31.9", pools: [metal] },
    cni: { provider: "cilium", cilium: tunnel === undefined ? {} : { tunnel } },
  });
  const read = (live: unknown, declared: unknown) =>
    toDeclaredForm(clusterBody, cluster(live), canonical(clusterBody, cluster(declared)));
  expect(read(null, "")).toMatchObject({ cni: { cilium: { tunnel: "" } } });
  expect(read("", undefined)).toMatchObject({ cni: { cilium: { tunnel: "" } } });
});

describe("an option", () => {
  const seen = (live: unknown, declared: unknown) => {
    const template = (option: unknown) => ({ rule: "/a", ruleType: 0, options: { gzipOn: option } });
    return toDeclaredForm(ruleTemplateBody, template(live), template(declared));
  };
  const off = { enabled: false, value: false };

  test("that is turned off differs from an absent option", () => {
    expect(seen(null, off)).not.toMatchObject({ options: { gzipOn: off } });
    expect(seen(off, undefined)).toMatchObject({ options: { gzipOn: off } });
  });

  test("of another type matters only if it is declared", () => {
    expect(seen(true, undefined)).toEqual({ rule: "/a", ruleType: 0, options: {} });
    expect(() => seen(true, off)).toThrow(UnreadableError);
    expect(() => seen(true, off)).toThrow("true in options.gzipOn");
  });
});

test("zero is a value if the field allows it", () => {
  const limiter = (burst: number | undefined) => ({
    rule: "/a",
    ruleType: 0,
    options: { request_limiter: { enabled: true, rate: 5, rate_unit: "r/s", ...(burst !== undefined && { burst }) } },
  });
  const seen = (live?: number, declared?: number) => toDeclaredForm(ruleTemplateBody, limiter(live), limiter(declared));
  expect(seen(5, 0)).toEqual(limiter(5));
  expect(seen(0, 5)).toEqual(limiter(0));
  expect(seen(undefined, 5)).toEqual(limiter(undefined));
  expect(seen(0, undefined)).toEqual(limiter(undefined));
});

test("numbers as text, and ids as numbers, are the same values", () => {
  const declared = { rule: "/a", ruleType: 0, weight: 5, options: { edgeapp: { on_request_body: { app_id: "42" } } } };
  const live = { rule: "/a", ruleType: "0", weight: "5", options: { edgeapp: { on_request_body: { app_id: 42 } } } };
  expect(toDeclaredForm(ruleTemplateBody, live, declared)).toEqual(declared);
});

test("a value that an enumeration does not know is shown as it is", () => {
  const live = { rule: "/a", ruleType: 0, overrideOriginProtocol: "QUIC" };
  expect(toDeclaredForm(ruleTemplateBody, live, { rule: "/a", ruleType: 0 })).toEqual(live);
});
