import { covers, isExpired, Session, waiver } from "@cloudplatform/policies";
import { expect, test } from "vitest";
import { cluster, urnOf } from "./declared.ts";

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

test("what a waiver covers is counted and is no violation any more; an expired one covers nothing", () => {
  const session = new Session(["allowed-regions"]);
  const verdict = { violations: [{ urn, message: "m" }], notJudged: [], problems: [] };
  session.waivers = [given];
  expect(session.take("allowed-regions", verdict)).toEqual([]);
  expect(session.inForce()).toEqual([{ waiver: given, covered: 1 }]);
  expect(session.takeWaived(urn)).toEqual([{ urn, message: "m", waiver: given }]);
  session.waivers = [{ ...given, expires: "2020-01-01" }];
  expect(session.take("allowed-regions", verdict)).toEqual(verdict.violations);
  expect(session.expired()).toHaveLength(1);
});
