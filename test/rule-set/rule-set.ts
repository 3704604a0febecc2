import { beforeAll, beforeEach, expect, test } from "vitest";
import { platformWithStacks } from "../helpers/platform-with-stacks.ts";
import { builtPlugin } from "../helpers/plugin.ts";
import { descendant } from "../helpers/processes.ts";
import { isRest, testOnce } from "../helpers/rest.ts";
import type { Run, TestStack } from "../helpers/stack.ts";
import { succeeds } from "../helpers/succeeds.ts";
import { until } from "../helpers/until.ts";

const { control, newStack } = await platformWithStacks();
let stack: TestStack;

/** A rule in the program. Its name and pattern are derived from its key. */
type Rule = { key: string } & Record<string, unknown>;
type Template = { id: number; name: string; weight: number; rule: string; default?: boolean };

beforeAll(async () => {
  const { folder } = await builtPlugin();
  stack = await newStack();
  stack.env.PATH = `${folder}:${stack.env.PATH}`;
});

beforeEach(() => control.clearRequests());

let programs = 0;

/** Writes a program with one set and other statements. Programs alternate between the providers, unless `keepsProvider`. */
async function declare(
  rules: readonly (Rule | string)[] | undefined,
  more: object = {},
  { before = "", after = "", keepsProvider = false } = {},
): Promise<void> {
  if (!keepsProvider) programs++;
  const source = programs % 2 === 1 ? "@cloudplatform/pulumi" : "@cloudplatform/pulumi/native";
  const list = rules?.map((one) => (typeof one === "string" ? { key: one } : one));
  const full = list?.map(({ key, ...fields }) => ({ key, rule: `/${key}/.*`, ruleType: 0, name: key, ...fields }));
  const set = `export const ids = new served.cdn.RuleSet("shop", { rules: ${JSON.stringify(full)}, ...${JSON.stringify(more)} }).templateIds;`;
  await stack.program(`import * as served from "${source}";\n${before}${full === undefined ? "" : set}\n${after}`);
}

async function fails(run: Promise<Run>): Promise<string> {
  const { code, output } = await run;
  expect(code, output).not.toBe(0);
  return output.replace(/\s+/g, " ");
}

/** Returns the templates that the tests created, ordered by weight. */
async function live(): Promise<Template[]> {
  const all = (await control.state("ruleTemplates")) as unknown as Template[];
  const own = all.filter(({ name, ...one }) => one.default !== true && /^\w$/.test(name));
  return own.sort((a, b) => a.weight - b.weight);
}

const names = async () => (await live()).map(({ name }) => name).join("");
const idOf = async (name: string) => String((await live()).find((one) => one.name === name)?.id);

/** Returns the number of writes by operation, and resets it. */
async function writes(): Promise<Record<string, number>> {
  const calls = async (name: string) => control.calls(`ruleTemplates.${name}`);
  const made = { create: await calls("create"), replace: await calls("replace"), delete: await calls("delete") };
  await control.clearRequests();
  return made;
}

const isUnchanged = async () => expect((await stack.preview("--expect-no-changes")).code).toBe(0);

testOnce("creates, inserts, moves, changes and deletes rule by rule, on either provider", async () => {
  await declare(["a", "b", "c", "d"]);
  await succeeds(stack.up());
  expect(await names()).toBe("abcd");
  const ids = Object.fromEntries((await live()).map(({ name, id }) => [name, id]));
  expect(await stack.outputs()).toEqual({ ids });
  await declare(["a", "b", "c", "d"]);
  expect((await succeeds(stack.refresh())).changes).toEqual({ same: 2 });
  await writes();

  await declare(["a", "x", "d", "b", { key: "c", rule: "/changed/.*" }]);
  const { output } = await succeeds(stack.up("--diff"));
  // The diff of the inputs contains neither b nor a.
  const [shown = ""] = output.split("--outputs:--");
  expect(shown).toMatch(/x\s*:/);
  expect(shown).not.toMatch(/\bb\s*:|\ba\s*:/);
  expect(await names()).toBe("axdbc");
  expect(await writes()).toEqual({ create: 1, replace: 2, delete: 0 });

  await declare(["x", "c"]);
  await succeeds(stack.up());
  expect(await names()).toBe("xc");
  expect(await writes()).toEqual({ create: 0, replace: 1, delete: 3 });
});

testOnce("drift is shown and corrected by key", async () => {
  await control.change("ruleTemplates", await idOf("c"), { rule: "/somewhere/" });
  await control.remove("ruleTemplates", await idOf("x"));
  const { output } = await succeeds(stack.refresh("--diff"));
  expect(output).toContain("/somewhere/");
  await writes();
  await succeeds(stack.up());
  expect(await names()).toBe("xc");
  expect(await writes()).toEqual({ create: 1, replace: 1, delete: 0 });
  await isUnchanged();
});

testOnce("what fails is open in state, and the next update continues with it", async () => {
  const fault = (endpoint: string) => control.fault({ name: "status", status: 403, endpoint, count: 1 });
  await declare(["a", { key: "c", rule: "/other/.*" }, "b", "d"]);
  await fault("ruleTemplates.create");
  await fault("ruleTemplates.replace");
  const output = await fails(stack.up());
  expect(output).toMatch(/Updating CDN rule set "shop" ended with \d of \d rules open/);
  expect(output).toMatch(/CDN rule template "shop\/[abcd]"/);
  // Nothing was deleted, because deletes come last.
  expect(await names()).toContain("x");
  await control.clearFaults();
  await declare(["a", { key: "c", rule: "/other/.*" }, "b", "d"]);
  await fault("ruleTemplates.delete");
  await fails(stack.up());
  await control.clearFaults();
  await writes();
  await succeeds(stack.up());
  expect(await writes()).toEqual({ create: 0, replace: 0, delete: 1 });
  expect(await names()).toBe("acbd");
  expect((await live())[1]?.rule).toBe("/other/.*");
  await isUnchanged();
});

testOnce("templates move out of a set and back, and stay the same objects", async () => {
  const ids = Object.fromEntries((await live()).map(({ name, id }) => [name, id]));
  const rules: Readonly<Record<string, string>> = { a: "/a/.*", b: "/b/.*", c: "/other/.*", d: "/d/.*" };
  const single = (key: string, option = `{ import: "${ids[key]}" }`) =>
    `new served.cdn.RuleTemplate("${key}", { name: "${key}", rule: "${rules[key]}", ruleType: 0 }, ${option});`;
  const rule = (key: string) => ({ key, rule: rules[key] });
  const isSame = async () => {
    await succeeds(stack.up());
    expect(Object.fromEntries((await live()).map(({ name, id }) => [name, id]))).toEqual(ids);
    expect(await writes()).toMatchObject({ create: 0, delete: 0 });
  };
  await writes();
  // One template is released by key, one because the program adopts it, and the others together with the set. All steps keep the provider,
  // because either resource may be checked first: switching providers would require a separate update.
  await declare(["a", rule("c"), "d"], { released: ["b"] }, { after: single("b"), keepsProvider: true });
  await isSame();
  await declare(["a", "d"], {}, { before: single("b") + single("c"), keepsProvider: true });
  await isSame();
  // A template that is still in the other provider's state is refused.
  await declare(undefined, {}, { after: single("a") });
  expect(await fails(stack.preview())).toContain("has it in state, which the other provider serves");
  await declare(undefined, {}, { after: ["a", "b", "c", "d"].map((key) => single(key)).join("") });
  await isSame();
  expect((await stack.resources()).map(({ type }) => type.split(":").at(-1))).toEqual(Array(4).fill("RuleTemplate"));

  const wrong = [
    { ...rule("a"), rule: "/wrong/.*", import: "999999" },
    { ...rule("c"), rule: "/wrong/.*", import: String(ids.c) },
  ];
  await declare(wrong, {}, { keepsProvider: true });
  const output = await fails(stack.preview());
  expect(output).toContain("there is no CDN rule template 999999 to import");
  expect(output).toMatch(/rules\.c\.rule.{0,60}differs from CDN rule template/);

  const imported = ["d", "c", "b", "a"].map((key) => ({ ...rule(key), import: String(ids[key]) }));
  await declare(imported, {}, { keepsProvider: true });
  await isSame();
  expect(await names()).toBe("dcba");
  await declare(["d", "c", "b", "a"].map(rule));
  await isUnchanged();
});

if (isRest()) {
  test("rules may be Outputs, in part or as a whole, and changes of one rule may be ignored", async () => {
    const program = (rule: string) => `
    const first = new served.cdn.RuleTemplate("first", { name: "f", rule: "/first/", ruleType: 0 });
    new served.cdn.RuleSet("later", {
      rules: first.templateId.apply((id) => [{ key: "p", name: "p", rule: "/p/" + id, ruleType: 0 }]) });
    new served.cdn.RuleSet("partly", { rules: [
      { key: "q", name: "q", rule: pulumi.interpolate\`/q/\${first.templateId}\`, ruleType: 0 },
      { key: "r", name: "r", rule: "${rule}", ruleType: 0 },
    ] }, { ignoreChanges: ["rules.r.rule"] });`;
    await declare(undefined, {}, { after: program("/r/") });
    await succeeds(stack.preview());
    await succeeds(stack.up());
    expect((await live()).map(({ name }) => name).sort()).toEqual(["f", "p", "q", "r"]);
    await declare(undefined, {}, { after: program("/other/") });
    await isUnchanged();
  });

  test("reports problems of a list of rules at preview", async () => {
    const wrong: unknown[] = [
      { key: "twice", rule: "/a", ruleType: 0 },
      { key: "twice", rule: "/b", ruleType: 0 },
      { rule: "/c", ruleType: 0 },
      { key: "no key", rule: "/d", ruleType: 0 },
      { key: "left", rule: "/e(", ruleType: 0, weight: 3 },
    ];
    await stack.program(`new cdn.RuleSet("shop", { rules: ${JSON.stringify(wrong)}, released: ["left"] } as never);`);
    const output = await fails(stack.preview());
    for (const text of [
      'rules[1].key … "twice" is the key of rules[0] too',
      "rules[2].key … is required",
      "rules[3].key … must begin with a letter or digit",
      'rules[4].key … "left" is in released, too',
      "rules.left.rule … is no regular expression",
      "rules.left.weight … follows from the order of the rules",
    ])
      expect(output.replaceAll("value {<nil>} has a problem:", "…")).toContain(text);
    await stack.program(`new cdn.RuleSet("shop", { rules: { a: { rule: "/a", ruleType: 0 } } } as never);`);
    expect(await fails(stack.preview())).toContain("must be a list of rules, each with a key");
    await stack.program(`new cdn.RuleSet("a#b", { rules: [{ key: "a", rule: "/a", ruleType: 0 }] });`);
    expect(await fails(stack.preview())).toContain('the name of a rule set cannot have "#"');
    await stack.program(`new cdn.RuleSet("shop", {} as never); cdn.RuleTemplate.get("none", "1");`);
    expect(await fails(stack.preview())).toMatch(/property rules .{0,40}is required/);
  });
}

test("the next run finds every rule that a killed run has created, in a new set and in an existing one", async () => {
  const count = isRest() ? 30 : 10;
  const keys = (set: string) => Array.from({ length: count }, (_, index) => `${set}-${index}`);
  const sets = (sizes: Readonly<Record<string, number>>) =>
    Object.entries(sizes).map(([set, size]) => {
      const rules = keys(set)
        .slice(0, size)
        .map((key) => ({ key, rule: `/${key}/.*`, ruleType: 0, name: key }));
      return `export const ${set} = new served.cdn.RuleSet("${set}", { rules: ${JSON.stringify(rules)} }).templateIds;`;
    });
  const program = (sizes: Readonly<Record<string, number>>) =>
    declare(undefined, {}, { after: sets(sizes).join("\n") });
  const all = [...keys("known"), ...keys("fresh")].sort();
  const named = async () => (await control.state("ruleTemplates")).filter(({ name }) => all.includes(String(name)));

  await program({ known: 5 });
  await succeeds(stack.up());
  await program({ known: count, fresh: count });
  // Some requests and some responses are lost. The run searches for those rules until it is killed.
  await control.fault({ name: "drop-before", endpoint: "ruleTemplates.create", probability: 0.4 });
  await control.fault({ name: "drop-after", endpoint: "ruleTemplates.create", probability: 0.4, seed: 2 });
  stack.env.CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS = "300";
  const going = stack.start("up", "--yes", "--skip-preview");
  const provider = await until("there is a provider", () =>
    descendant(going.pid, /dynamic-provider|pulumi-resource-cloudplatform/),
  );
  await until("some of the rules are there", async () => (await named()).length >= count || undefined);
  going.signal("SIGKILL");
  process.kill(provider, "SIGKILL");
  await going.done;
  await stack.unlock();
  expect((await named()).length).toBeLessThan(all.length);
  await control.clearFaults();
  // This time suffices to find the rules of both sets: every new object is explained before a request is repeated.
  stack.env.CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS = "15";
  // The other provider continues.
  await program({ known: count, fresh: count });
  await succeeds(stack.up());
  expect((await named()).map(({ name }) => name).sort()).toEqual(all);
  const { known, fresh } = (await stack.outputs()) as Record<string, Record<string, number>>;
  expect({ ...known, ...fresh }).toEqual(Object.fromEntries((await named()).map(({ name, id }) => [name, id])));
  await isUnchanged();
  expect((await succeeds(stack.destroy())).output).not.toContain("is in no state");
  expect(await named()).toEqual([]);
});
