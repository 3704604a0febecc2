import { clusterBody, clusterPatch, poolBody, poolPatch, versionWithV } from "@cloudplatform/pulumi/api";
import { fieldNames, immutableInputs } from "@cloudplatform/pulumi/schema";
import { describe, expect, test } from "vitest";
import { problems, refused } from "./problems.ts";

const virtual = {
  name: "general",
  flavor_id: "g1-standard-2-4",
  min_node_count: 2,
  boot_volume_size: 50,
  boot_volume_type: "ssd_hiiops",
  servergroup_policy: "soft-anti-affinity",
};
const bareMetal = { name: "metal", flavor_id: "bm1-hf-medium", min_node_count: 1 };
const cluster = { name: "edge-1", keypair: "ops", version: "1.31.9", pools: [virtual, bareMetal] };

test("every mutable field of a cluster or a pool can be sent in a change", () => {
  const changing = (schema: typeof clusterBody | typeof poolBody) =>
    fieldNames(schema).filter((name) => !immutableInputs(schema).includes(name));
  // Pools and version have their own requests. A pool with another name is another pool.
  expect(["version", "pools", ...fieldNames(clusterPatch)]).toEqual(expect.arrayContaining(changing(clusterBody)));
  expect(["name", ...fieldNames(poolPatch)]).toEqual(expect.arrayContaining(changing(poolBody)));
});

describe("a pool", () => {
  test("is accepted with a virtual flavor and its required fields, and with a bare metal flavor without them", () => {
    expect(problems(clusterBody, cluster)).toEqual([]);
  });

  test.each(["boot_volume_size", "boot_volume_type", "servergroup_policy"] as const)(
    "with a virtual flavor needs %s, with a bare metal one must not have it",
    (field) => {
      expect(problems(poolBody, { ...virtual, [field]: null })).toEqual([
        `${field}: is required for virtual flavor "g1-standard-2-4"`,
      ]);
      expect(problems(poolBody, { ...bareMetal, [field]: virtual[field] })).toEqual([
        `${field}: must be left out for bare metal flavor "bm1-hf-medium"`,
      ]);
    },
  );

  test("refuses a maximum below its minimum, when it is created and when it is changed", () => {
    expect(refused(poolBody, { ...virtual, max_node_count: 1 })).toEqual(["max_node_count"]);
    expect(refused(poolPatch, { min_node_count: 2, max_node_count: 1 })).toEqual(["max_node_count"]);
    expect(refused(poolPatch, { max_node_count: 1 })).toEqual([]);
  });

  test("has its rules checked although another field is of the wrong type", () => {
    const unknown = { placeholder: true };
    expect(refused(poolBody, { ...virtual, name: unknown, max_node_count: 1 })).toEqual(["name", "max_node_count"]);
    expect(refused(poolBody, { ...virtual, flavor_id: unknown, boot_volume_size: null })).toEqual(["flavor_id"]);
    expect(refused(poolBody, { ...virtual, min_node_count: unknown, max_node_count: 1 })).toEqual(["min_node_count"]);
  });

  test.each([
    ["edge:NoSchedule", []],
    [":NoExecute", []],
    ["edge", ["taints.dedicated"]],
    ["edge:Never", ["taints.dedicated"]],
  ])("with the taint %s refuses %j", (taint, paths) => {
    expect(refused(poolBody, { ...virtual, taints: { dedicated: taint } })).toEqual(paths);
  });
});

describe("a cluster", () => {
  test("refuses a second pool with the same name", () => {
    expect(problems(clusterBody, { ...cluster, pools: [virtual, { ...virtual }] })).toEqual([
      'pools.1.name: "general" is taken by the element at position 0',
    ]);
  });

  test.each([
    ["a", true],
    ["edge-1", true],
    ["Edge", false],
    ["1edge", false],
    ["edge-", false],
    ["edge.1", false],
    ["a".repeat(21), false],
  ])("named %s is taken: %s", (name, isTaken) => {
    expect(refused(clusterBody, { ...cluster, name })).toEqual(isTaken ? [] : ["name"]);
  });

  test.each([
    ["192.168.0.0/17", true],
    ["192.168.0.0/16", false],
    ["192.168.200.0/24", false],
    ["10.255.254.0/24", true],
    ["10.255.255.0/24", false],
    ["10.0.0.0/8", false],
    ["0.0.0.0/0", false],
    ["172.16.0.0/33", false],
    ["172.16.0.0", false],
    ["fd00::/108", false],
  ])("with pods in %s is taken: %s", (pods_ip_pool, isTaken) => {
    expect(refused(clusterBody, { ...cluster, pods_ip_pool })).toEqual(isTaken ? [] : ["pods_ip_pool"]);
  });

  test("accepts only an IPv6 network as the IPv6 network of the pods", () => {
    expect(refused(clusterBody, { ...cluster, pods_ipv6_pool: "fd00::/108" })).toEqual([]);
    expect(refused(clusterBody, { ...cluster, pods_ipv6_pool: "172.16.0.0/18" })).toEqual(["pods_ipv6_pool"]);
  });

  test("requires issuer and client with OpenID Connect", () => {
    const authentication = { oidc: { groups_claim: "groups" } };
    expect(refused(clusterBody, { ...cluster, authentication })).toEqual([
      "authentication.oidc.issuer_url",
      "authentication.oidc.client_id",
    ]);
    expect(refused(clusterBody, { ...cluster, authentication: { oidc: null } })).toEqual([]);
  });
});

test("a version gets the prefix v only once", () => {
  expect(["1.31.9", "v1.31.9", "latest"].map(versionWithV)).toEqual(["v1.31.9", "v1.31.9", "latest"]);
});
