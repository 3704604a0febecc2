import { expect, test } from "vitest";
import { operationsOf } from "../../provider/review/model/operations.ts";

const type = "pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate";
const step = (op: string, name = "images", changes: object = {}) => ({
  ...{ op, type, urn: `urn:pulumi:test::shop::${type}::${name}`, old: { inputs: {} }, new: { inputs: {} } },
  ...changes,
});
/** A step of a provider. */
const ofProvider = (name: string) => {
  const provider = "pulumi:providers:pulumi-nodejs";
  return step("update", name, { type: provider, urn: `urn:pulumi:test::shop::${provider}::${name}` });
};
const counted = (...steps: object[]) => {
  const { operations, same } = operationsOf(steps as never, {});
  return [same, ...operations.map(({ name, operation }) => `${operation} ${name}`)];
};

test.each([
  ["one that stays", [step("same")], [1]],
  ["one that is refreshed and stays", [step("refresh"), step("same")], [1]],
  ["one that is refreshed alone", [step("refresh")], [0]],
  ["one that changes", [step("update")], [0, "update images"]],
  ["two that stay", [step("same"), step("same", "pages")], [2]],
  [
    ...(["one that stays and one that is created", [step("create", "pages"), step("same")]] as const),
    [1, "create pages"],
  ],
  ["the stack itself", [step("same", "stack", { type: "pulumi:pulumi:Stack" })], [0]],
  ["a default provider", [ofProvider("default_3_270_0")], [0]],
  ["an explicit provider with a similar name", [ofProvider("default_eu")], [0, "update default_eu"]],
  ["a replacement", [step("create-replacement"), step("replace"), step("delete-replaced")], [0, "replace images"]],
  ["a deletion", [step("delete", "images", { new: null })], [0, "delete images"]],
])("%s is counted as unchanged or as an operation", (_, steps, expected) => {
  expect(counted(...steps)).toEqual(expected);
});
