import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { platformWithStacks } from "../helpers/platform-with-stacks.ts";
import { builtPlugin } from "../helpers/plugin.ts";
import { isRest, testOnce } from "../helpers/rest.ts";
import type { TestStack } from "../helpers/stack.ts";
import { succeeds } from "../helpers/succeeds.ts";

// CLI commands on two rule sets of each provider, in one stack. Each test continues with the state that the previous test left.
const { control, newStack } = await platformWithStacks();
let stack: TestStack;

beforeAll(async () => {
  const { folder } = await builtPlugin();
  stack = await newStack();
  stack.env.PATH = `${folder}:${stack.env.PATH}`;
  stack.env.PULUMI_EXPERIMENTAL = "true";
  if (!isRest()) return;
  await declare({ one: 3, two: 3 });
  await succeeds(stack.up());
});

/** Declares sets of both providers, labeled by the prefix of their template names. Rules contain the version; `names` renames sets. */
const declare = (versions: Readonly<Record<string, number>>, names: Readonly<Record<string, string>> = {}) =>
  stack.program(`
    import * as native from "@cloudplatform/pulumi/native";
    for (const [kind, { cdn }] of Object.entries({ dynamic: cloudplatform, native } as Record<string, typeof cloudplatform>))
      for (const [label, version] of Object.entries(${JSON.stringify(versions)})) {
        const rule = (key: string) => ({ key, name: label + "-" + kind + "-" + key, ruleType: 0, rule: "/v" + version + "/" + key });
        const name = (${JSON.stringify(names)} as Record<string, string>)[label] ?? label;
        new cdn.RuleSet(name + "-" + kind, { rules: [rule("a"), rule("b")] });
      }
  `);

const types = { dynamic: "pulumi-nodejs:dynamic/cloudplatform/cdn:RuleSet", native: "cloudplatform:cdn:RuleSet" };
const urns = (label: string) =>
  Object.entries(types).map(([kind, type]) => `urn:pulumi:${stack.name}::test::${type}::${label}-${kind}`);
const each = (flag: string, label: string) => urns(label).flatMap((urn) => [flag, urn]);

/** Returns versions and ids of the templates of both providers' sets, sorted by name. Fails on duplicate names. */
async function live(label: string): Promise<{ versions: string[]; ids: number[] }> {
  const all = (await control.state("ruleTemplates")) as unknown as { id: number; name: string; rule: string }[];
  const own = all.filter(({ name }) => name.startsWith(`${label}-`)).sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(own.map(({ name }) => name)).toEqual(
    ["dynamic-a", "dynamic-b", "native-a", "native-b"].map((end) => `${label}-${end}`),
  );
  return { versions: [...new Set(own.map(({ rule }) => rule.slice(1, 3)))], ids: own.map(({ id }) => id) };
}

const isUnchanged = () => succeeds(stack.preview("--expect-no-changes"));

testOnce("a plan is carried out as it was saved, and --target and --exclude leave the other set as it is", async () => {
  await declare({ one: 1, two: 1 });
  await succeeds(stack.up());
  await declare({ one: 2, two: 2 });
  await succeeds(stack.up(...each("--target", "one")));
  expect([(await live("one")).versions, (await live("two")).versions]).toEqual([["v2"], ["v1"]]);
  await declare({ one: 3, two: 3 });
  await succeeds(stack.up(...each("--exclude", "one")));
  expect([(await live("one")).versions, (await live("two")).versions]).toEqual([["v2"], ["v3"]]);
  const plan = join(stack.folder, "plan.json");
  await succeeds(stack.preview("--save-plan", plan));
  await succeeds(stack.up("--plan", plan));
  expect((await live("one")).versions).toEqual(["v3"]);
  await isUnchanged();
});

testOnce("--replace and a tainted set replace each template: one before, one after", async () => {
  const [one, two] = [await live("one"), await live("two")];
  await succeeds(stack.run("state", "taint", "--yes", ...urns("two")));
  await succeeds(stack.up(...each("--replace", "one")));
  for (const [label, { ids }] of Object.entries({ one, two })) {
    const now = await live(label);
    expect(now.ids.filter((id) => ids.includes(id))).toEqual([]);
  }
  await isUnchanged();
});

testOnce("refresh --preview-only shows what somebody has changed, and up --refresh restores it", async () => {
  for (const id of (await live("one")).ids.slice(1, 3)) await control.change("ruleTemplates", id, { rule: "/theirs/" });
  const { output } = await succeeds(stack.run("refresh", "--preview-only", "--diff"));
  expect(output.match(/\/theirs\//g)?.length).toBeGreaterThanOrEqual(2);
  await succeeds(stack.up("--refresh"));
  expect((await live("one")).versions).toEqual(["v3"]);
});

if (isRest())
  test("renamed sets, a renamed stack and a stack that is restored from an export keep all templates", async () => {
    const before = [(await live("one")).ids, (await live("two")).ids];
    for (const urn of urns("one"))
      await succeeds(stack.run("state", "rename", "--yes", urn, urn.split("::").at(-1)?.replace("one", "first") ?? ""));
    await succeeds(stack.run("stack", "rename", "renamed"));
    stack.name = "renamed";
    const file = join(stack.folder, "export.json");
    await succeeds(stack.run("stack", "export", "--file", file));
    await succeeds(stack.run("stack", "rm", "--yes", "--force", "--preserve-config", "renamed"));
    await succeeds(stack.run("stack", "init", "renamed"));
    await succeeds(stack.run("stack", "import", "--file", file));
    await declare({ one: 3, two: 3 }, { one: "first" });
    await isUnchanged();
    expect([(await live("one")).ids, (await live("two")).ids]).toEqual(before);
    expect((await succeeds(stack.destroy())).changes).toMatchObject({ delete: expect.any(Number) });
    expect((await control.state("ruleTemplates")).filter(({ name }) => /^(one|two)-/.test(String(name)))).toEqual([]);
  });
