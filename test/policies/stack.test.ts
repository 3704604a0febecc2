import { isStackRule, rules } from "@cloudplatform/policies";
import { describe, expect, test } from "vitest";
import { type Case, cluster, type Declared, reservation, ruleSet, template, urnOf } from "../helpers/declared.ts";
import { cases } from "./cases/index.ts";
import { evaluate } from "./evaluate.ts";
import { unknownText } from "./one-unknown.ts";

function reported(name: string, given: Case): string[] {
  const rule = rules.find((one) => one.name === name);
  if (rule === undefined) throw new Error(`There is no rule "${name}".`);
  return evaluate(rule, given).violations.map((one) => one.message);
}

describe("no-rename-without-aliases", () => {
  test("says that a threshold, which every client has, is adopted", () => {
    const threshold = (name: string): Declared => ({
      ...{ kind: "quotas.NotificationThreshold", name },
      inputs: { clientId: 5, threshold: 80 },
    });
    expect(
      reported("no-rename-without-aliases", { before: [threshold("old")], resources: [threshold("new")] }),
    ).toEqual([
      '"old" would leave the state and "new" take over what it has set. If it was renamed or moved, add aliases: [{ name: "old" }] to "new"',
    ]);
  });
});

describe("what no-rename-without-aliases could not evaluate", () => {
  const rule = rules.find((one) => one.name === "no-rename-without-aliases");
  const unknownName = (name: string) => cluster({ name: unknownText }, { name });
  const other = cluster({ name: "other" }, { name: "other" });
  const set = (name: string, pattern: string) => ruleSet({ images: template({ rule: pattern }) }, { name });

  test.each<[string, Declared[], Declared[], number]>([
    ["a new cluster, while one leaves", [cluster()], [unknownName("new")], 1],
    ["a new cluster, while a reservation leaves, too", [cluster(), reservation()], [unknownName("new")], 1],
    ["a new set, while one leaves", [set("old", "/a/")], [set("new", unknownText)], 1],
    ["an existing cluster, while another one leaves", [cluster(), other], [unknownName("edge")], 0],
    ["a new cluster, while none leaves", [cluster()], [cluster(), unknownName("new")], 0],
    ["a new cluster, while one is renamed", [cluster()], [cluster({}, { name: "renamed" }), unknownName("new")], 0],
    ["a new cluster, while a reservation leaves", [reservation()], [unknownName("new")], 0],
  ])("%s", (_, before, resources, count) => {
    expect(rule && evaluate(rule, { before, resources }).notEvaluated).toHaveLength(count);
  });
});

describe.each(rules.filter(isStackRule).map((rule) => [rule.name, rule] as const))("%s", (name, rule) => {
  const { config, resources = [] } = cases[name]?.failing ?? {};

  test("asks for what it reads", () => {
    const read = new Set<PropertyKey>();
    const context = { config: rule.config.parse(config ?? {}), resources: [], previousState: { missing: "" } };
    const get = (target: object, key: PropertyKey) => {
      read.add(key);
      return Reflect.get(target, key) ?? (() => undefined);
    };
    rule.evaluateStack(new Proxy(context, { get }) as never);
    expect(rule.needsPreviousState ?? false).toBe(read.has("previousState"));
    expect(rule.needsClusterPrices ?? false).toBe(read.has("clusterPrices"));
  });

  test("says that it could not compare with the stack before the change, unless there is no change", () => {
    const open = (missing: string) =>
      evaluate(rule, { resources, ...(config && { config }), view: { previousState: { missing } } }).notEvaluated;
    const isComparing = rule.needsPreviousState === true;
    expect(open("no response").filter(({ message }) => message.includes("no response"))).toHaveLength(
      isComparing ? 1 : 0,
    );
    if (name !== "monthly-increase") expect(open("no stack is being changed")).toEqual([]);
  });
});

describe("no-destruction", () => {
  test("names the resource of the state if the program has none", () => {
    const view = { operations: new Map([[urnOf(cluster()), { replace: "name" }]]) };
    const rule = rules.find((one) => one.name === "no-destruction");
    const found = rule && evaluate(rule, { before: [cluster()], resources: [], view }).violations;
    expect(found).toMatchObject([{ urn: urnOf(cluster()) }]);
  });

  test("finds deleted resources", () => {
    expect(reported("no-destruction", { before: [cluster(), reservation()], resources: [template()] })).toEqual([
      '"edge" would be deleted',
      '"metal" would be deleted',
    ]);
  });

  test.each([
    [{ onDelete: "abandon" }, []],
    [{ onDelete: "abandon", status: "ACTIVATED" }, []],
    [{ onDelete: "abandon", status: "CREATED" }, ['"metal" would be deleted']],
    [{ status: "EXPIRED" }, []],
    [{ status: "REJECTED" }, []],
    [{ status: "ACTIVATED" }, ['"metal" would be deleted']],
  ])(
    "finds that a reservation with %j leaves the stack only if it is cancelled or its deletion is refused",
    (given, says) => {
      expect(reported("no-destruction", { before: [reservation(given)], resources: [] })).toEqual(says);
    },
  );

  test("recognizes a resource by its former name", () => {
    const { urn, ...renamed } = { ...cluster({}, { name: "new" }), urn: "" };
    expect(urn).toBe("");
    expect(reported("no-destruction", { before: [cluster()], resources: [renamed] })).toEqual([
      '"edge" would be deleted',
    ]);
  });

  test.each([
    ["period", { period: "MONTHS36" }],
    ["resources", { resources: [] }],
    ["hasWindows", { hasWindows: true }],
  ])("finds that another %s buys a reservation again", (field, change) => {
    const given = { before: [reservation()], resources: [reservation(change)] };
    expect(reported("no-destruction", given)).toEqual([`"metal" would be replaced: ${field} changes`]);
  });

  test.each([
    ["keypair", cluster(), cluster({ keypair: unknownText }), "edge"],
    ["cni", cluster({ cni: { provider: "cilium" } }), cluster({ cni: { provider: unknownText } }), "edge"],
    ["resources", reservation(), reservation({ resources: [{ resourceName: unknownText }] }), "metal"],
  ])("finds that an unknown %s may replace", (field, before, after, name) => {
    expect(reported("no-destruction", { before: [before], resources: [after] })).toEqual([
      `"${name}" would be replaced: ${field} changes, or may: ${field} is not known before the update`,
    ]);
  });

  test("finds nothing in an unknown value that changes in place", () => {
    const given = { before: [cluster()], resources: [cluster({ version: unknownText })] };
    expect(reported("no-destruction", given)).toEqual([]);
  });

  test("treats an omitted field and its empty value alike", () => {
    const given = { before: [cluster()], resources: [cluster({ fixedNetwork: "", isIpv6: false })] };
    expect(reported("no-destruction", given)).toEqual([]);
  });
});

test("quota-headroom counts only new nodes", () => {
  const config = { quotas: { 76: { vm_count: { limit: 10, usage: 8 } } } };
  expect(reported("quota-headroom", { before: [cluster()], resources: [cluster()], config })).toEqual([]);
  expect(reported("quota-headroom", { before: [], resources: [cluster()], config })).toHaveLength(1);
});
