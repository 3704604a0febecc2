import { expect, test } from "vitest";
import { missingOf, referenceNotes } from "../../provider/review/model/missing.ts";
import { operationsOf } from "../../provider/review/model/operations.ts";

const template = "pulumi-nodejs:dynamic/cloudplatform/cdn:RuleTemplate";
const urn = `urn:pulumi:test::shop::${template}::images`;
const reference = (outputs: object) => {
  const type = "pulumi:pulumi:StackReference";
  return { op: "read", type, urn: `urn:pulumi:test::shop::${type}::net`, old: null, new: { outputs: { outputs } } };
};
const created = (inputs: object) => ({ op: "create", type: template, urn, old: null, new: { inputs } });
const missing = (...steps: object[]) => {
  const { operations, outputs } = operationsOf(steps as never, {});
  return missingOf(operations, outputs);
};

test.each([
  ["an output that is undefined in JavaScript", "/x/undefined/.*", "undefined"],
  ["an object as text", "/x/[object Object]/.*", "[object Object]"],
  ["a promise as text", "[object Promise]", "[object Promise]"],
  [
    "an output as text in JavaScript",
    "/Calling [toString] on an [Output<T>] is not",
    "Calling [toString] on an [Output<T>]",
  ],
  ["an output as text in Python", "/Calling __str__ on an Output[T] is not", "Calling __str__ on an Output[T]"],
])("%s is a value that the program seems not to have", (_, rule, text) => {
  expect(missing(created({ rule, options: { hosts: ["a"] } }))).toEqual([{ urn, path: "rule", text }]);
});

test("a value that the program has is not reported, nor one that does not change", () => {
  const kept = { rule: "/undefined/" };
  expect(missing(created({ rule: "/undefinedness/.*|/null/", ruleType: 0 }))).toEqual([]);
  expect(
    missing({ ...created({ ...kept, weight: 2 }), op: "update", old: { inputs: { ...kept, weight: 1 } } }),
  ).toEqual([]);
});

test("a referenced stack without outputs is noted", () => {
  const notes = (...steps: object[]) => referenceNotes(steps as never);
  expect(notes(reference({ rule: "/a/" }), created({ rule: "/a/" }))).toEqual([]);
  expect(notes(reference({}))).toEqual(["net has no outputs yet: what the program reads from it is undefined."]);
});
