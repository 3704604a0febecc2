// In a process of its own: it records the state of the SDK before the package is imported.
import * as pulumi from "@pulumi/pulumi";
import callbacks from "@pulumi/pulumi/runtime/callbacks.js";
import { expect, test } from "vitest";
import { loaderText } from "../../provider/pulumi/formats/loader-text.ts";

/** Debug messages, and below the transforms that reach the SDK. Recording starts before the package is imported. */
const messages: string[] = [];
const log = pulumi.log as { debug: (message: string) => Promise<void> };
log.debug = async (message) => void messages.push(message);
const registered: pulumi.ResourceTransform[] = [];
callbacks.CallbackServer.prototype.registerTransform = async (transform: pulumi.ResourceTransform) => {
  registered.push(transform);
  return {} as never;
};

const { debug } = log;
const { cdn, Provider } = await import("../../provider/index.ts");
const debugAfterImport = log.debug;

/** A resource of another package. */
class Bucket extends pulumi.CustomResource {}

const theirs = { custom: true, type: "other:index:Bucket", name: "x", props: { a: 1 }, opts: {} };
const ours = { ...theirs, props: { __provider: loaderText("RuleTemplate"), rule: "/a/" } };

/** Returns the transform that reaches the SDK when a program registers one. */
async function seenBySdk(transform: pulumi.ResourceTransform): Promise<pulumi.ResourceTransform> {
  await callbacks.CallbackServer.prototype.registerTransform.call({} as never, transform);
  return registered.at(-1) ?? transform;
}

test("importing the package does not change the function that logs debug messages", () => {
  expect(debugAfterImport).toBe(debug);
});

test("debug messages of the program and of other packages are logged, and those of our resources suppressed", async () => {
  pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
    call: () => ({}),
  });
  new Provider("account", { projectId: 7 });
  const own = new cdn.RuleTemplate("template [cdn]", { rule: "/a/", ruleType: 0 });
  const other = new Bucket("other:index:Bucket", "bucket", { url: own.id });
  await new Promise((resolve) => pulumi.all([own.id, other.id]).apply(resolve));
  await pulumi.log.debug("Registering resource: t=mine");
  expect(messages).toContain("Registering resource: t=mine");
  expect(messages.filter((text) => /^Register.*other:index:Bucket/.test(text)).length).toBeGreaterThanOrEqual(3);
  expect(
    messages.filter((text) => /^(Register\w+|Resource)\b.*(cdn:RuleTemplate|pulumi:providers)/.test(text)),
  ).toEqual([]);
});

test("a transform returns and throws for resources of other packages the same as without the package", async () => {
  const result = { props: { a: 2 }, opts: {} };
  expect((await seenBySdk(() => result))(theirs)).toBe(result);
  const later = Promise.resolve(undefined);
  expect((await seenBySdk(() => later))(theirs)).toBe(later);
  const refusing = await seenBySdk(() => {
    throw new Error("refused by a transform");
  });
  expect(() => refusing(theirs)).toThrow("refused by a transform");
});

test("secrets that a transform adds to our resources are listed for the provider", async () => {
  const hiding = await seenBySdk(({ props, opts }) => ({ props: { ...props, rule: pulumi.secret(props.rule) }, opts }));
  const { props } = (await hiding(ours)) as pulumi.ResourceTransformResult & {
    props: { __secrets: Promise<string[]> };
  };
  expect(await props.__secrets).toEqual(["/rule"]);
});
