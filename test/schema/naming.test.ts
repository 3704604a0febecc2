import { clusterBody, clusterPatch, storageEvents } from "@cloudplatform/pulumi/api";
import { camel, fromWire, toWire, userPath } from "@cloudplatform/pulumi/schema";
import { expect, expectTypeOf, test } from "vitest";

test("users see camelCase at every depth, and keys of maps unchanged", () => {
  const wire = { autoscaler_config: { scan_interval: "10s" }, cni: { cilium: { hubble_ui: true } } };
  const user = { autoscalerConfig: { scan_interval: "10s" }, cni: { cilium: { hubbleUi: true } } };
  expect(toWire(clusterPatch, user)).toEqual({ value: wire, unknownKeys: [] });
  const seen = fromWire(clusterPatch, clusterPatch.parse(wire));
  expect(seen.cni?.cilium?.hubbleUi).toBe(true);
  expect(seen.autoscalerConfig).toEqual({ scan_interval: "10s" });
});

test("an unknown key is reported with its path and the valid keys", () => {
  const { unknownKeys } = toWire(clusterBody, { pools: [{ flavorID: "g1" }] });
  expect(unknownKeys).toMatchObject([{ path: ["pools", 0, "flavorID"], key: "flavorID" }]);
  expect(unknownKeys[0]?.known).toContain("flavorId");
});

test("a path is reported in the user's spelling, except for keys of maps", () => {
  expect(userPath(clusterBody, ["pools", 0, "crio_config", "log_level"])).toEqual([
    "pools",
    0,
    "crioConfig",
    "log_level",
  ]);
});

test("digits after an underscore are kept: is_ipv6 and pods_ipv6_pool", () => {
  expect(["is_ipv6", "pods_ipv6_pool", "mask_size_v6", "ruleType"].map(camel)).toEqual([
    "isIpv6",
    "podsIpv6Pool",
    "maskSizeV6",
    "ruleType",
  ]);
});

test("types of open enumerations and of levels survive the spelling", () => {
  const seen = fromWire(storageEvents, storageEvents.parse({ reaching_used_space: [{ bytes: 1, bucket_name: "b" }] }));
  expectTypeOf(seen.reachingUsedSpace?.[0]?.bytes).toEqualTypeOf<string | number | null | undefined>();
  expect(seen.reachingUsedSpace?.[0]?.bucketName).toBe("b");
});
