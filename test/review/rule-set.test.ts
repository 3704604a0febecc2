import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { readsExpected, readsRecord } from "../../provider/engine/lifecycle/reviewed-reads.ts";
import { ruleSetHandler } from "../../provider/resources/rule-set/handler.ts";
import { matchUrls, templatesIn } from "../../provider/review/cdn/command.ts";
import { templatesOf } from "../../provider/review/cdn/templates.ts";
import type { EngineStep } from "../../provider/review/model/events.ts";
import { operationsOf } from "../../provider/review/model/operations.ts";
import { withParts } from "../../provider/review/model/rules-as-steps.ts";
import type { Operation } from "../../provider/review/model/schema.ts";
import { differencesOf } from "../../provider/review/plan/compare.ts";
import { type Format, files, render } from "../../provider/review/render/formats.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { platform } from "../helpers/platform.ts";
import { driftOf, recorded, reviewOf, type Variation } from "./material.ts";
import { planted } from "./rule-set-world.ts";

/** Reviews of a change of rule sets recorded from the real engine (record.ts). Each rule is shown as a rule template. */
const emulator = await platform();
const folder = "rule-set";
const review = await reviewOf(emulator.url, { folder });
const report = await driftOf(emulator.url, { folder });
const text = render(review, "text");

function operation(name: string): Operation {
  const found = review.operations.find((one) => one.name === name);
  if (found === undefined) throw new Error(`The review has no operation on ${name}.`);
  return found;
}

const shop = "urn:pulumi:test::test::pulumi-nodejs:dynamic/cloudplatform/cdn:RuleSet::shop";

test("shows every rule that changes by its key, and no other", () => {
  const of = (kind: string) =>
    review.operations.filter((one) => one.operation === kind && one.urn.includes("#")).map((one) => one.name);
  expect(of("create")).toEqual(["shop/later", "shop/new", "shop/vanished"]);
  expect(of("update")).toEqual(["shop/a.b", "shop/drifted", "shop/images", "shop/last", "shop/signed"]);
  expect([of("delete"), of("abandon"), of("import")]).toEqual([
    ["gone/lost", "shop/removed"],
    ["kept/left", "shop/freed", "shop/out"],
    ["shop/single"],
  ]);
  // The set "same" and its two rules.
  expect(review.counts).toMatchObject({ create: 5, update: 6, delete: 3, abandon: 5, import: 2, unchanged: 3 });
});

test("shows the changes of a rule, and of the set itself", () => {
  expect(operation("shop").changes).toEqual([{ path: "released", kind: "add", new: ["freed"] }]);
  expect(operation("shop/images")).toMatchObject({
    ...{ urn: `${shop}#images`, type: "cdn:RuleTemplate", id: expect.stringMatching(/^\d+$/) },
    changes: [{ path: "options.gzipOn.value", old: true, new: false }],
  });
  expect(operation("shop/signed").changes).toEqual([{ path: "options.secure_key.key", kind: "update", secret: true }]);
  expect(operation("shop/later").changes).toContainEqual({ path: "name", kind: "add", unknown: true });
  expect(operation("open").changes).toEqual([{ path: "rules", kind: "add", unknown: true }]);
  expect(review.unknown.map(({ name, path }) => `${name} ${path}`)).toEqual(["open rules", "shop/later name"]);
  expect(text).toMatch(
    /update shop cdn:RuleSet .* · released = \["freed"\] · option dependencies = \["[^ ]*::made"\] · changes 12 rules\n/,
  );
});

test("a moved rule shows its position in the list, and the other rules do not change", () => {
  expect(operation("shop/last").changes).toEqual([
    { path: "weight", kind: "update", old: 9000, new: 500 },
    { path: "place", kind: "update", old: 8, new: 1 },
  ]);
  expect(operation("shop/new").changes).toContainEqual({ path: "place", kind: "add", new: 3 });
});

test("a rule that leaves the set counts as a deleted template, with or without the set", () => {
  for (const name of ["shop/removed", "gone/lost"])
    expect(operation(name)).toMatchObject({
      losses: [expect.stringMatching(/^the CDN options for \/\w+\/: its requests/)],
    });
  expect(review.verdict.reasons).toContain("3 deletions");
  expect(text).toContain("shop stays without it: protect refuses no such deletion.");
});

test("an object that moves into a set, or out of it, is not lost", () => {
  for (const [left, taker] of [
    ["single", "shop/single"],
    ["shop/out", "out"],
  ] as const) {
    expect(operation(left)).toMatchObject({ operation: "abandon", losses: [], id: operation(taker).id });
    expect(text).toContain(`The object stays on the platform: ${taker} takes it over.`);
  }
  // The object of the set with retainOnDelete, and the released object.
  expect(review.verdict.reasons).toContain("2 objects left on the platform, unmanaged");
  expect(text).toMatch(/abandon shop\/freed .*\n +released: the object stays on the platform/);
});

test("drift is shown rule by rule", () => {
  const { drift } = report;
  expect(drift).toMatchObject([
    { name: "shop/drifted", type: "cdn:RuleTemplate", kind: "changed", changes: [{ path: "options", kind: "add" }] },
    { name: "shop/vanished", kind: "missing", changes: [] },
  ]);
  expect(review.drift).toEqual(drift);
  expect(report.counts.drifted).toBe(2);
});

test("requests: the rules of sets before and after", () => {
  const [images, last, removed] = review.cdn.urls;
  expect(images?.changes).toEqual([expect.stringContaining("shop/images: gzipOn")]);
  expect(last).toMatchObject({ before: ["shop/last (weight 9000)"], after: ["shop/last (weight 500)"] });
  expect(removed).toMatchObject({ before: ["shop/removed (weight 3000)"], after: [] });
  expect(review.cdn.open).toContain("open: its rule is known only during the update");
});

test("requests: the rules of the sets in a state", () => {
  const [found] = matchUrls(
    { kind: "state", source: "the state", templates: templatesIn(recorded("rule-set/state.json")) },
    ["/signed/"],
  ).urls;
  expect(found?.matches).toMatchObject([
    { name: "shop/signed", rule: "/signed/", weight: 5000, options: ["secure_key"] },
  ]);
});

test.each(Object.keys(files) as Format[])("no secret is in the %s", (format) => {
  for (const one of [review, report]) for (const secret of planted) expect(render(one, format)).not.toContain(secret);
});

describe("the digest", () => {
  test("does not depend on the order in which the engine lists removed outputs", async () => {
    const reversed = (text: string) => {
      const plan = JSON.parse(text);
      let count = 0;
      for (const { goal } of Object.values<{ goal?: Record<string, { deletes?: string[] }> }>(plan.resourcePlans))
        for (const diff of [goal?.inputDiff, goal?.outputDiff])
          if ((diff?.deletes?.reverse().length ?? 0) > 1) count += 1;
      expect(count).toBeGreaterThan(0);
      return JSON.stringify(plan);
    };
    expect((await reviewOf(emulator.url, { folder, plan: reversed })).digest).toBe(review.digest);
  });

  const replaced = (from: string, to: string) => (recorded: string) => {
    if (!recorded.includes(from)) throw new Error(`The recorded text has no ${from}.`);
    return recorded.replaceAll(from, to);
  };

  test.each<[what: string, words: string[], variation: Variation]>([
    [
      "a field of a rule",
      ["update cdn:RuleTemplate shop/last: now: weight: 9000 → 501"],
      { log: replaced('"weight":500}', '"weight":501}'), plan: replaced('"weight": 500', '"weight": 501') },
    ],
    [
      "a secret of a rule",
      ["update cdn:RuleSet shop: a secret input, an option or a dependency differs"],
      { plan: replaced("planted-after", "planted-later") },
    ],
    [
      "a rule that is no longer released",
      ["appeared: delete cdn:RuleTemplate shop/freed", "vanished: abandon cdn:RuleTemplate shop/freed"],
      { log: replaced('"released":["freed"]', '"released":[]') },
    ],
  ])("changes with %s, and the comparison names it", async (_, words, variation) => {
    const now = await reviewOf(emulator.url, { folder, ...variation });
    expect(now.digest).not.toBe(review.digest);
    const texts = differencesOf(review, now).map((one) => one.text);
    for (const one of words) expect(texts.join("\n")).toContain(one);
    // The set adds no difference to the differences of its rules.
    if (!words[0]?.includes("secret")) expect(texts.join("\n")).not.toContain("a secret input");
  });
});

type Rules = Record<string, { rule: string; weight: number }>;

/** Returns the engine's step for a set. */
function stepOf(op: string, before: Rules | undefined, after: Rules | undefined, more: object = {}): EngineStep {
  const ids = Object.fromEntries(Object.keys(before ?? {}).map((key, index) => [key, index + 1]));
  return {
    ...{ op, urn: shop, type: "cloudplatform:cdn:RuleSet", provider: "" },
    old: before && { id: "set", inputs: { rules: before }, outputs: { templateIds: ids } },
    new: after && { id: "set", inputs: { rules: after, ...more } },
  };
}

test("whatever changes in a set: its operations lead from the rules before to the rules after", () => {
  const key = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,3}$/);
  const rules = fc.dictionary(key, fc.record({ rule: fc.constantFrom<string>("/a/", "/b/"), weight: fc.nat(3) }), {
    maxKeys: 6,
  });
  fc.assert(
    fc.property(rules, rules, fc.array(key), fc.array(fc.nat(6).map(String)), (before, after, released, adopted) => {
      const step = stepOf("update", before, after, { released, adopted });
      const steps = withParts([step]);
      const ids = step.old?.outputs?.templateIds as Record<string, number>;
      const { operations, same } = operationsOf(steps, {});
      const parts = operations.filter(({ urn }) => urn !== shop);
      const now = new Map(Object.entries(before));
      for (const { name, operation, changes } of parts) {
        const key = name.slice("shop/".length);
        if (operation === "delete" || operation === "abandon") {
          expect(released.includes(key) || adopted.includes(String(ids[key]))).toBe(operation === "abandon");
          now.delete(key);
          continue;
        }
        expect(operation).toBe(key in before ? "update" : "create");
        const fields = Object.fromEntries(changes.map(({ path, new: value }) => [path, value]));
        const { place: _, ...own } = { ...now.get(key), ...fields } as Rules[string] & { place?: unknown };
        now.set(key, own);
      }
      expect(Object.fromEntries(now)).toEqual({ ...after });
      // Unchanged rules are counted, not listed.
      expect(same).toBe(Object.keys(after).length - parts.filter((one) => /create|update/.test(one.operation)).length);
      const names = ({ before, after }: ReturnType<typeof templatesOf>) =>
        [before, after].map((all) => all.map((one) => one.name).sort());
      const expected = [before, after].map((all) => Object.keys(all).map((one) => `shop/${one}`));
      expect(names(templatesOf(steps))).toEqual(expected.map((all) => all.sort()));
    }),
  );
});

test("the remaining steps of a failed update are shown as they will run", () => {
  const rule = (weight: number) => ({ rule: "/a/", weight });
  const all = { made: rule(1), missing: rule(2), behind: rule(3) };
  const step = stepOf("update", all, all);
  const hidden = { "4dabf18193072939515e22adb298388d": "[secret]" };
  const outputs = {
    templateIds: { made: 1, behind: 3, going: 4 },
    unfinished: { missing: null, behind: hidden, going: hidden },
  };
  const { operations } = operationsOf(
    withParts([{ ...step, old: { id: "set", inputs: { rules: all }, outputs } }]),
    {},
  );
  expect(operations.map((one) => `${one.operation} ${one.name}`)).toEqual([
    "update shop",
    "update shop/behind",
    "delete shop/going",
    "create shop/missing",
  ]);
});

describe("an apply", () => {
  const scratch = mkdtempSync(join(tmpdir(), "set-reads-"));
  afterAll(() => {
    delete process.env[readsRecord];
    delete process.env[readsExpected];
    rmSync(scratch, { recursive: true });
  });
  const name = "urn:pulumi:test::test::cloudplatform:cdn:RuleSet::shop";
  const rule = (key: string) => ({ rule: `/${key}/`, ruleType: 0, name: key });
  const inputs = (...keys: string[]) => ({
    rules: Object.fromEntries(keys.map((key) => [key, rule(key)])),
    order: keys,
  });
  let processes = 0;
  const again = (state?: EngineHarness["state"]) => {
    // Other settings give each harness its own provider, as in a new process.
    const settings = { "cloudplatform:pollTimeoutSeconds": String(7_300 + ++processes) };
    const harness = new EngineHarness(ruleSetHandler, emulator, name, settings);
    harness.state = structuredClone(state);
    return harness;
  };

  test("refuses a set with a rule that was changed or deleted after the review, and changes nothing", async () => {
    const first = again();
    await first.up(inputs("a", "b"));
    const { state } = first;
    const file = join(scratch, "reads");
    process.env[readsRecord] = file;
    await again(state).refresh();
    delete process.env[readsRecord];
    process.env[readsExpected] = file;
    const { ruleTemplates } = emulator.platform.store;
    const one = ruleTemplates.all().find((template) => template.name === "b");
    if (one === undefined) throw new Error("There is no rule template b.");
    for (const drifted of [
      { ...one, weight: (one.weight ?? 0) + 1 },
      { ...one, deleted: true },
    ]) {
      ruleTemplates.put(one.id, drifted);
      const before = JSON.stringify(ruleTemplates.all());
      const refusal = "was changed on the platform after the change was compared";
      await expect(again(state).refresh()).rejects.toThrow(refusal);
      await expect(again(state).up(inputs("a"))).rejects.toThrow(refusal);
      await expect(again(state).destroy()).rejects.toThrow(refusal);
      expect(JSON.stringify(ruleTemplates.all())).toBe(before);
    }
    ruleTemplates.put(one.id, one);
    const same = again(state);
    expect(await same.refresh()).toBe(true);
    await same.up(inputs("b", "a"));
  });
});
