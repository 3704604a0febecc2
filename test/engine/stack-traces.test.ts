// In a process of its own: it sets the mocks of Pulumi's SDK.
import * as pulumi from "@pulumi/pulumi";
import { beforeAll, expect, test } from "vitest";
import { cdn } from "../../provider/index.ts";

/** The constructor limits stack traces of resources. Other errors in the program must keep theirs. */
beforeAll(() => {
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
    call: () => ({}),
  });
});

const args: cdn.RuleTemplateArgs = { rule: "/images/.*", ruleType: 0 };

test("a program has its stack traces again after a resource", async () => {
  const limit = Error.stackTraceLimit;
  const template = new cdn.RuleTemplate("images", args);
  expect(Error.stackTraceLimit).toBe(limit);
  await new Promise((resolve) => template.id.apply(resolve));
  expect(Error.stackTraceLimit).toBe(limit);
});

test("a constructor takes one stack trace, for the position in the program, and its promises take none", () => {
  const { prepareStackTrace } = Error;
  let taken = 0;
  Error.prepareStackTrace = (error, frames) => {
    if (frames.length > 0) taken++;
    return String(error);
  };
  try {
    void new cdn.RuleTemplate("counted", args);
  } finally {
    Object.assign(Error, { prepareStackTrace });
  }
  expect(taken).toBe(1);
});

test("a program has its stack traces again after a constructor has thrown", () => {
  const limit = Error.stackTraceLimit;
  const reads = (which: number) => (resource: pulumi.ResourceTransformationArgs) => {
    void resource.props[Object.keys(resource.props).at(which) ?? ""];
    throw new Error("refused by a transformation");
  };
  for (const which of [0, -1])
    expect(() => new cdn.RuleTemplate("refused", args, { transformations: [reads(which)] })).toThrow("refused by");
  expect(Error.stackTraceLimit).toBe(limit);
});

test("a transformation sees and replaces the properties", async () => {
  const change = ({ props, opts }: pulumi.ResourceTransformationArgs) => ({ props: { ...props, weight: 7 }, opts });
  const template = new cdn.RuleTemplate("changed", args, { transformations: [change] });
  const seen = await new Promise((resolve) => pulumi.all([template.rule, template.weight]).apply(resolve));
  expect(seen).toEqual(["/images/.*", 7]);
});
