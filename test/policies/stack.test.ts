import { rules } from "@cloudplatform/policies";
import { describe, expect, test } from "vitest";
import { type Case, cluster, type Declared, reservation, template } from "../helpers/declared.ts";
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

describe("no-destruction", () => {
  test("finds deleted resources", () => {
    expect(reported("no-destruction", { before: [cluster(), reservation()], resources: [template()] })).toEqual([
      '"edge" would be deleted',
      '"metal" would be deleted',
    ]);
  });

  test("accepts that a reservation leaves the stack and stays on the platform", () => {
    expect(reported("no-destruction", { before: [reservation({ onDelete: "abandon" })], resources: [] })).toEqual([]);
  });

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
