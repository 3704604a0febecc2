import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endpoints } from "@cloudplatform/pulumi/api";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keysOf } from "../../provider/cli/adopt/rule-set.ts";
import { keyForm } from "../../provider/resources/rule-set/definition.ts";
import { weightsInOrder } from "../../provider/resources/rule-set/weights.ts";
import { clientOf, platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { commandLine } from "./command-line.ts";

const emulator = await platform();
const client = clientOf(emulator);
let stack: TestStack;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "adopt-rule-set-"));
  stack = await openStack({ url: emulator.url });
});
afterAll(async () => {
  await stack.remove();
  await rm(folder, { recursive: true });
});

const names = fc.oneof(
  fc.constantFrom("images", "Images", "images-2", "", "404", "constructor", "toString", "__proto__", "Vidéos & more"),
  fc.string(),
);

test("keys are valid and unique, and do not change when templates are created later", () => {
  fc.assert(
    fc.property(fc.array(names), fc.array(names), (first, later) => {
      const all = [...first, ...later].map((name, index) => ({ id: index + 1, name }));
      const keys = keysOf(all);
      expect(new Set(keys.values()).size).toBe(all.length);
      for (const key of keys.values()) {
        expect(key).toMatch(keyForm);
        expect(key in {}).toBe(false);
      }
      for (const [id, key] of keysOf(all.slice(0, first.length))) expect(keys.get(id)).toBe(key);
    }),
  );
  const called = ["Old pages", "old-pages", "images.v2", "Images", "", "Old pages"].map((name, index) => ({
    ...{ id: 70 + index, name },
  }));
  expect([...keysOf(called).values()]).toEqual([
    ...["old-pages", "old-pages-71", "images.v2", "Images", "rule-74", "old-pages-75"],
  ]);
});

async function template(name: string, weight: number, more: object = {}): Promise<number> {
  const body = { rule: `/${name}/.*`, ruleType: 0, name, weight, ...more };
  return (await client.call(endpoints["ruleTemplates.create"], { body })).id;
}

/** Runs `adopt` in the folder of a stack. */
function inStack({ folder, env }: TestStack, ...args: string[]) {
  return commandLine(emulator.url, ["adopt", ...args], { folder, environment: env as Record<string, string> });
}

/** Returns the requests that may have changed the platform. */
function changes() {
  return emulator.platform.requests.list({}).filter(({ method }) => method !== "GET");
}

const live = () => emulator.platform.store.ruleTemplates.all().filter((one) => one.default !== true);

test("the templates of the account become one set, which changes only equal weights", async () => {
  const secret = { secure_key: { enabled: true, key: "planted-key-4711", type: 0 } };
  // A new rule with this pattern would be refused, but this rule is already deployed.
  const slow = await template("slow", 30, { rule: "/(a+)+b" });
  const [last, keyed] = [await template("last", 50), await template("Vidéos & more", 10, { options: secret })];
  const [equal, first] = [await template("equal", 30), await template("first", 1)];
  const before = new Map(live().map((one) => [one.id, one]));
  const program = join(stack.folder, "rules.ts");
  const run = (...args: string[]) => inStack(stack, "rule-set", ...args);

  const adopted = await run("--program", program, "--name", "shop");
  expect(adopted, adopted.err).toMatchObject({ code: 0 });
  const seeded = [...before.keys()].filter((id) => ![slow, last, keyed, equal, first].includes(id));
  expect(adopted.out).toContain(`CDN rule template ${keyed} as shop/videos-more\n`);
  expect(adopted.err).toContain("belongs to the platform");
  const text = await readFile(program, "utf8");
  expect(text).not.toContain("planted-key-4711");
  const keys = [...text.matchAll(/key: "([^"]+)",\s+import: "(\d+)"/g)].map(([, key, id]) => [key, Number(id)]);
  const own = keys.filter(([, id]) => !seeded.includes(Number(id)));
  expect(own).toEqual([
    ["first", first],
    ["videos-more", keyed],
    ["slow", slow],
    ["equal", equal],
    ["last", last],
  ]);
  const secrets = join(stack.folder, "rules.secrets.json");
  expect((await stat(secrets)).mode & 0o077).toBe(0);
  expect(JSON.parse(await readFile(secrets, "utf8"))).toEqual({ videosMoreSecret: "planted-key-4711" });

  await stack.config("videosMoreSecret", "planted-key-4711", { secret: true });
  await stack.program('import { shop } from "./rules.ts";\nexport const ids = shop.templateIds;');
  emulator.platform.requests.clear();
  const up = await stack.up();
  expect(up, up.output).toMatchObject({ code: 0, changes: { create: 2 } });
  // `slow` and `equal` had the same weight, so one of them had to move.
  const expected = weightsInOrder(
    keys.map(([key]) => String(key)),
    new Map(keys.map(([key, id]) => [String(key), before.get(Number(id))?.weight ?? 0])),
  );
  const moved = keys.filter(([key, id]) => expected.get(String(key)) !== before.get(Number(id))?.weight);
  expect(moved.length).toBeGreaterThan(0);
  expect(
    changes()
      .map(({ method, path }) => [method, path])
      .sort(),
  ).toEqual(moved.map(([, id]) => ["PUT", `/cdn/resources/rule_templates/${id}`]).sort());
  const weightless = (one: object) => ({ ...one, weight: undefined });
  expect(live().map(weightless)).toEqual([...before.values()].map(weightless));
  expect(await stack.outputs()).toEqual({ ids: Object.fromEntries(keys.map(([key, id]) => [key, id])) });
  expect(await stack.stateText()).not.toContain("planted-key-4711");
  const preview = await stack.preview("--expect-no-changes", "--diff");
  expect(preview, preview.output).toMatchObject({ code: 0 });

  // Templates of the set are not adopted again.
  const more = await template("more", 90);
  const again = await run("--program", join(stack.folder, "more.ts"));
  expect(again.out).toBe(`CDN rule template ${more} as rules/more\n`);
  expect(again.err).toContain(`Left out: rule template ${keyed}: the stack has it, as urn:pulumi:test::test::`);
  const taken = await run(String(keyed), "--program", join(stack.folder, "other.ts"));
  expect(taken).toMatchObject({ code: 2, out: "" });
  expect(taken.err).toContain(`#videos-more: list its key in released of that set first`);
  const files = ["--program", join(folder, "single.ts"), "--import", join(folder, "single.json")];
  const other = await inStack(stack, "rule-template", String(keyed), ...files);
  expect(other).toMatchObject({ code: 2 });
  expect(other.err).toContain("List its key in released of that set");
});

test("named templates move from resources of their own into the set", async () => {
  const [one, two] = [await template("one", 10), await template("two", 20)];
  const more = `new cdn.RuleTemplate("one", { rule: "/one/.*", ruleType: 0, name: "one", weight: 10 }, { import: "${one}" });`;
  const mover = await openStack({ url: emulator.url });
  try {
    await mover.program(more);
    expect(await mover.up()).toMatchObject({ code: 0 });
    const program = join(mover.folder, "rules.ts");
    const adopted = await inStack(mover, "rule-set", String(two), String(one), "--program", program);
    expect(adopted, adopted.err).toMatchObject({ code: 0 });
    expect(adopted.err).toMatch(/Remove urn:pulumi:\S+::one from the program in the same change: its template moves/);
    await mover.program('import "./rules.ts";');
    emulator.platform.requests.clear();
    const up = await mover.up();
    expect(up, up.output).toMatchObject({ code: 0, changes: { create: 1, delete: 1 } });
    expect(changes()).toEqual([]);
    expect(live().map(({ id }) => id)).toEqual(expect.arrayContaining([one, two]));
    expect(await mover.preview("--expect-no-changes")).toMatchObject({ code: 0 });
  } finally {
    await mover.remove();
  }
});

test("is refused where files exist, ids have the wrong form, or nothing is found", async () => {
  const program = join(folder, "there.ts");
  await writeFile(program, "");
  const there = await commandLine(emulator.url, ["adopt", "rule-set", "--program", program], { folder });
  expect(there).toMatchObject({ code: 2, err: expect.stringContaining('there.ts" exists') });
  const none = join(folder, "none.ts");
  const wrong = await commandLine(emulator.url, ["adopt", "rule-set", "shop", "--program", none], { folder });
  expect(wrong).toMatchObject({ code: 2, out: "" });
  const missing = await commandLine(emulator.url, ["adopt", "rule-set", "99999", "--program", none], { folder });
  expect(missing).toMatchObject({ code: 3, err: expect.stringContaining("There is no CDN rule template 99999.") });
  const system = await commandLine(emulator.url, ["adopt", "rule-set", "1", "--program", none], { folder });
  expect(system).toMatchObject({ code: 1, err: expect.stringContaining("system template") });
  const empty = await platform();
  for (const { id } of empty.platform.store.ruleTemplates.all()) empty.platform.store.ruleTemplates.delete(id);
  const nothing = await commandLine(empty.url, ["adopt", "rule-set", "--program", none], { folder });
  expect(nothing).toMatchObject({ code: 2, err: expect.stringContaining("no rule template was found to adopt") });
});
