// In a process of its own: it sets the mocks of Pulumi's SDK.
import * as pulumi from "@pulumi/pulumi";
import { beforeAll, expect, test } from "vitest";
import { inputsByKey, type RuleSetArgs } from "../../provider/pulumi/program/resources/rule-set-arguments.ts";

beforeAll(() => {
  pulumi.runtime.setMocks({ call: () => ({}), newResource: ({ name, inputs }) => ({ id: name, state: inputs }) });
});

const rule = (path: string) => ({ rule: path, ruleType: 0 });

/** Resolves all outputs in the inputs. */
async function known(args: pulumi.Input<RuleSetArgs>): Promise<Record<string, unknown>> {
  const settled = pulumi.output(inputsByKey(args)) as unknown as { promise(): Promise<Record<string, unknown>> };
  return settled.promise();
}

const both = { rules: { a: rule("/a"), b: rule("/b") }, order: ["a", "b"] };

test("a list of rules becomes a map and an order, also with Outputs in it", async () => {
  const list = [
    { key: "a", ...rule("/a") },
    { key: "b", ...rule("/b") },
  ];
  const later = <T>(value: T) => pulumi.output(value) as unknown as pulumi.Output<T>;
  const ways: pulumi.Input<RuleSetArgs>[] = [
    { rules: list },
    { rules: later(list) },
    { rules: Promise.resolve(list) },
    { rules: list.map((one) => later(one)) },
    { rules: list.map((one) => ({ ...one, key: later(one.key), rule: later(one.rule) })) },
    later({ rules: list }),
  ];
  for (const way of ways) expect(await known(way)).toMatchObject(both);
});

test("a field that is an Output does not make the other fields Outputs", () => {
  const inputs = inputsByKey({ rules: [{ key: "a", rule: pulumi.output("/a"), ruleType: 0 }] }) as typeof both;
  expect(inputs.order).toEqual(["a"]);
  expect(inputs.rules.a.ruleType).toBe(0);
});

test("a value that is not a list, or has no keys, reaches the check unchanged", async () => {
  const given = (rules: unknown) => known({ rules } as RuleSetArgs);
  expect(await given({ a: rule("/a") })).toMatchObject({ rules: { a: rule("/a") } });
  expect(await given(pulumi.output({ a: rule("/a") }))).toMatchObject({ rules: { a: rule("/a") } });
  expect(await given(undefined)).not.toHaveProperty("order");
  expect(await given([rule("/a"), { key: "b", ...rule("/b") }, { key: "b", ...rule("/c") }])).toMatchObject({
    rules: { "": rule("/a"), b: rule("/b") },
    order: ["", "b", "b"],
  });
});

test("a rule that imports a template is known to every other set of the program, and to its own", async () => {
  const sets = [
    { key: "a", ...rule("/a"), import: "78" },
    { key: "b", ...rule("/b") },
  ].map((one) => known({ rules: [one] }));
  for (const set of sets) expect(await set).toMatchObject({ adopted: ["78"] });
});
