import { covers, isExpired, Session, type Waiver, waiver } from "@cloudplatform/policies";
import { describe, expect, test } from "vitest";
import { cluster, urnOf } from "../helpers/declared.ts";

const given = {
  rule: "allowed-regions",
  resource: "edge*",
  reason: "migration goes on until spring",
  owner: "ops",
  expires: "2027-03-31",
};
const urn = urnOf(cluster());

test("a waiver covers resources by name or URN, for its own rule only", () => {
  expect(covers(given, "allowed-regions", urn)).toBe(true);
  expect(covers({ ...given, resource: urn }, "allowed-regions", urn)).toBe(true);
  expect(covers({ ...given, resource: "edg" }, "allowed-regions", urn)).toBe(false);
  expect(covers(given, "allowed-flavors", urn)).toBe(false);
  expect(covers({ ...given, resource: "*" }, "allowed-regions", undefined)).toBe(false);
  expect(covers({ ...given, resource: "stack" }, "allowed-regions", undefined)).toBe(true);
});

test("a waiver holds on its last day and no longer", () => {
  expect(isExpired(given, "2027-03-31")).toBe(false);
  expect(isExpired(given, "2027-04-01")).toBe(true);
});

test.each(["rule", "resource", "reason", "owner", "expires"])("a waiver without %s is refused", (field) => {
  expect(waiver.safeParse({ ...given, [field]: undefined }).success).toBe(false);
  expect(waiver.safeParse({ ...given, [field]: field === "expires" ? "soon" : "" }).success).toBe(false);
});

test("violations that a waiver covers are counted and suppressed; an expired waiver covers nothing", () => {
  const session = new Session(["allowed-regions"]);
  const result = { violations: [{ urn, message: "m" }], notEvaluated: [], problems: [] };
  session.setWaivers([given], 10_000);
  expect(session.take("allowed-regions", result)).toEqual([]);
  expect(session.inForce()).toEqual([{ waiver: given, covered: 1 }]);
  expect(session.takeWaived(urn)).toEqual([{ urn, message: "m", waiver: given }]);
  session.setWaivers([{ ...given, expires: "2020-01-01" }], 10_000);
  expect(session.take("allowed-regions", result)).toEqual(result.violations);
  expect(session.expired()).toHaveLength(1);
});

test.each(["owner", "reason"])("a waiver with a blank %s is refused", (field) => {
  expect(waiver.safeParse({ ...given, [field]: " ".repeat(20) }).success).toBe(false);
});

test("a reason has at least ten characters, and a rule's name at least one", () => {
  expect(waiver.safeParse({ ...given, rule: "r", reason: "0123456789" }).success).toBe(true);
  expect(waiver.safeParse({ ...given, reason: "012345678 " }).success).toBe(false);
});

describe("a waiver holds", () => {
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10);
  const left = (one: Waiver) => {
    const session = new Session(["allowed-regions"]);
    session.setWaivers([one], 90);
    return session.take("allowed-regions", { violations: [{ urn, message: "m" }], notEvaluated: [], problems: [] })
      .length;
  };

  test("until maxDays ahead, and not a day longer", () => {
    expect(left({ ...given, expires: inDays(90) })).toBe(0);
    expect(left({ ...given, expires: inDays(91) })).toBe(1);
  });

  test("and is named when it ends within two weeks", () => {
    const session = new Session(["allowed-regions"]);
    session.setWaivers(
      [
        { ...given, expires: inDays(14) },
        { ...given, expires: inDays(15) },
      ],
      90,
    );
    expect(session.endingSoon().map(({ days }) => days)).toEqual([14]);
  });
});
