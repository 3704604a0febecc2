import { isStackRule, type Rule, resourcesOfState, rules, Session, stackRule } from "@cloudplatform/policies";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { corrected, remediationContext } from "../../policies/engine/remediation.ts";
import { startAnalyzer } from "../helpers/analyzer.ts";
import { type Case, type Declared, ruleSet, template, urnOf } from "../helpers/declared.ts";
import { cases } from "./cases/index.ts";
import { evaluate } from "./evaluate.ts";
import { unknownText, withOneUnknown } from "./one-unknown.ts";

/** Policy rules evaluate each rule of a set as a rule template. They do not know about sets. */
const setUrn = urnOf(ruleSet({}));

/** Returns the case with all its rule templates in one set. */
function inSet(given: Case): Case {
  const gathered = (resources: readonly Declared[]) => {
    const templates = resources.filter(({ kind }) => kind === "cdn.RuleTemplate");
    const set = ruleSet(Object.fromEntries(templates.map((one, index) => [`r.${index}`, one])));
    return [...resources.filter(({ kind }) => kind !== "cdn.RuleTemplate"), ...(templates.length > 0 ? [set] : [])];
  };
  return {
    ...given,
    resources: gathered(given.resources),
    ...(given.before && { before: gathered(given.before) }),
  };
}

const hasTemplate = ({ resources }: Case) => resources.some(({ kind }) => kind === "cdn.RuleTemplate");
const ofTemplates = rules.flatMap((rule) => {
  const found = cases[rule.name];
  return found !== undefined && hasTemplate(found.failing) ? [[rule.name, rule, found] as const] : [];
});

function ruleNamed(name: string): Rule {
  const found = rules.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no rule "${name}".`);
  return found;
}

test("every rule about rule templates has a case here", () => {
  const about = rules.filter((rule) => !isStackRule(rule) && rule.on.length === 1 && rule.on[0] === "cdn.RuleTemplate");
  expect(about.length).toBeGreaterThan(10);
  expect(ofTemplates.map(([name]) => name)).toEqual(expect.arrayContaining(about.map(({ name }) => name)));
  expect(ofTemplates.map(([name]) => name)).toContain("shadowed-rule-templates");
});

describe.each(ofTemplates)("%s", (_, rule, { passing, failing }) => {
  test("finds the same violations in a rule of a set as in a rule template", () => {
    expect(evaluate(rule, inSet(passing))).toEqual({ violations: [], notEvaluated: [], problems: [] });
    const alone = evaluate(rule, failing).violations;
    const found = evaluate(rule, inSet(failing)).violations;
    expect(found).toHaveLength(alone.length);
    for (const one of found) {
      expect(one).toMatchObject({ urn: setUrn, part: expect.stringMatching(/^r\.\d$/) });
      expect(one.message).toMatch(isStackRule(rule) ? /"shop\/r\.1"/ : /^rules\["r\.\d"\]/);
    }
  });

  test("says what it could not evaluate when an unknown value hides a violation, and finds nothing wrong with it", () => {
    for (const { what, given } of withOneUnknown(inSet(passing)))
      expect(evaluate(rule, given).violations, what).toEqual([]);
    for (const { what, given } of withOneUnknown(inSet(failing))) {
      const { violations, notEvaluated } = evaluate(rule, given);
      expect(violations.length + notEvaluated.length, what).toBeGreaterThan(0);
    }
  });
});

test("weights that follow from an unknown order are unknown", () => {
  const { weight: _, ...inputs } = template().inputs;
  const set = ruleSet({ images: { ...template(), inputs } });
  const given = { resources: [{ ...set, inputs: { ...set.inputs, order: unknownText } }] };
  expect(evaluate(ruleNamed("shadowed-rule-templates"), given).notEvaluated).toMatchObject([
    { urn: setUrn, part: "images", message: expect.stringContaining("rules.images.weight is not known") },
  ]);
});

test("a set is protected as a set, and its rules as rule templates", () => {
  const rule = ruleNamed("protected-resources");
  const found = (type: string) =>
    evaluate(rule, { resources: [ruleSet({ images: template() })], config: { types: [type] } }).violations;
  expect(found("cdn.RuleSet")).toEqual([{ urn: setUrn, message: '"shop" must have the option protect: true' }]);
  expect(found("cdn.RuleTemplate")).toEqual([
    { urn: setUrn, part: "images", message: 'rules.images: "shop/images" must have the option protect: true' },
  ]);
});

test.each([
  ["the rule", "shop/images", 1],
  ["all rules of the set", "shop/*", 2],
  ["the set", "shop", 2],
  ["the URN of the set", setUrn, 2],
  ["the URN of the rule", `${setUrn}#images`, 1],
  ["another set", "sho", 0],
  ["another rule", "shop/image", 0],
])("a waiver for %s covers what it names", (_, resource, covered) => {
  const rule = ruleNamed("no-legacy-rule-type");
  const old = template({ ruleType: 1 });
  const session = new Session([rule.name]);
  const reasons = { reason: "migration goes on until spring", owner: "ops", expires: "2999-12-31" };
  session.setWaivers([{ rule: rule.name, resource, ...reasons }], 1_000_000);
  const left = session.take(rule.name, evaluate(rule, { resources: [ruleSet({ images: old, other: old })] }));
  expect([left.length, session.takeWaived(setUrn).length]).toEqual([2 - covered, covered]);
});

describe("remediation", () => {
  class Secret {
    readonly value: unknown;
    constructor(value: unknown) {
      this.value = value;
    }
  }
  const marker = {
    isSecret: (value: unknown): value is Secret => value instanceof Secret,
    secret: (value: unknown) => new Secret(value),
  };
  const rule = ruleNamed("secure-key-secret");
  const remediated = (properties: Record<string, unknown>) => {
    if (isStackRule(rule)) throw new Error("It is about a resource.");
    return corrected(rule, "cdn.RuleSet", properties, remediationContext(rule.config.parse({}), marker));
  };
  const signed = (key: unknown) => ({ rule: "/a/", options: { secure_key: { enabled: true, key } } });

  test("corrects only the rules of a set that need it", () => {
    const rest = { __provider: "exports.handler=…", released: ["old"] };
    const others = { plain: { rule: "/b/" }, hidden: signed(new Secret("k3y")), whole: new Secret(signed("k3y")) };
    const before = { ...rest, rules: { a: signed("k3y"), later: unknownText, ...others } };
    const after = { ...rest, rules: { a: signed(new Secret("k3y")), later: unknownText, ...others } };
    expect(remediated(before)).toEqual(after);
    expect(remediated(after)).toBeUndefined();
  });

  test.each([
    ["rules that are a secret together", new Secret({ a: signed("k3y") })],
    ["rules that are not known", unknownText],
    ["no rules", undefined],
  ])("leaves %s alone", (_, given) => expect(remediated({ rules: given })).toBeUndefined());
});

test("the state before a change has the rules of a set, whichever provider serves it", () => {
  const stateOf = (set: Declared) => {
    const outputs = { templateIds: { images: 7 } };
    const resource = { urn: urnOf(set), type: urnOf(set).split("::")[2], inputs: set.inputs, outputs };
    return resourcesOfState({ deployment: { resources: [resource] } });
  };
  for (const isNative of [false, true]) {
    const set = ruleSet({ images: template() }, { isNative });
    expect(stateOf(set)).toMatchObject([
      { kind: "cdn.RuleSet", name: "shop" },
      { kind: "cdn.RuleTemplate", urn: `${urnOf(set)}#images`, name: "shop/images", properties: template().inputs },
    ]);
  }
});

test("a rule that compares with the stack before the change sees which rules of a set are deleted", () => {
  const noDeletion = stackRule({
    ...{ name: "no-deletion", group: "stack", severity: "high", level: "mandatory", description: "", remediation: "" },
    ...{ reference: "", config: z.object({}), needsPreviousState: true },
    evaluateStack({ resources, previousState, report }) {
      if ("missing" in previousState) return;
      const isGone = (before: { urn: string }) => !resources.some(({ urn }) => urn === before.urn);
      for (const one of previousState.resources.filter(isGone)) report(one, `"${one.name}" would be deleted`);
    },
  });
  const before = [ruleSet({ images: template(), old: template() })];
  expect(evaluate(noDeletion, { before, resources: [ruleSet({ images: template() })] }).violations).toEqual([
    { urn: setUrn, part: "old", message: '"shop/old" would be deleted' },
  ]);
});

test("a resource of another provider with rules is not a rule set", () => {
  const foreign = (rules: unknown) =>
    resourcesOfState({
      deployment: {
        resources: [{ urn: "urn:pulumi:a::b::x::y", type: "pulumi-nodejs:dynamic:Resource", inputs: { rules } }],
      },
    }).map(({ kind }) => kind);
  expect(foreign([{ port: 80 }])).toEqual([]);
  expect(foreign({ http: { port: 80 } })).toEqual([]);
  expect(foreign({ images: { rule: "/images/", ruleType: 0 } })).toEqual(["cdn.RuleSet", "cdn.RuleTemplate"]);
});

describe("in the analyzer process", async () => {
  const analyzer = await startAnalyzer();
  afterAll(() => analyzer.close());

  /** Analyzes each resource with its inputs, then the stack with its outputs. The outputs of a set have no rules. */
  const ask = async (resources: readonly Declared[]) => {
    const found = [];
    for (const one of resources) found.push(...(await analyzer.analyze(one)));
    const outputs = resources.map((one) =>
      one.kind === "cdn.RuleSet" ? { ...one, inputs: { templateIds: { images: 7 } }, secrets: [] } : one,
    );
    return [...found, ...(await analyzer.analyzeStack(outputs))];
  };

  test.each([false, true])("rules find violations in a rule of a set, native provider: %s", async (isNative) => {
    const key = { options: { secure_key: { enabled: true, key: "k3y" } } };
    const images = template({ ruleType: 1, ...key, weight: 10 });
    const signed = template({ ...key, weight: 11 }, { secrets: ["options.secure_key.key"] });
    const twice = template({ rule: "images/", weight: 10 });
    const first = ruleSet({ images, signed, twice }, { isNative });
    const later = ruleSet({ again: template() }, { isNative, name: "later" });
    const single = template({}, { isNative, name: "single" });
    const waived = {
      ...{ rule: "no-legacy-rule-type", resource: "shop/images", reason: "migration goes on until spring" },
      ...{ owner: "ops", expires: "2999-12-31" },
    };
    const names = ["no-legacy-rule-type", "secure-key-secret", "shadowed-rule-templates"];
    await analyzer.configure(Object.fromEntries(names.map((name) => [name, {}])));
    const found = (await ask([first, later, single])).filter(({ policy }) => names.includes(policy));
    expect(found.map(({ urn, message }) => [urn, message.split("\n")[1]])).toEqual([
      [urnOf(first), "rules.images.ruleType: must be 0; got 1"],
      [urnOf(first), expect.stringMatching(/^rules\.images\.options\.secure_key\.key: must be a secret/)],
      [urnOf(first), '"shop/twice" and "shop/images" both have rule images/ and weight 10'],
      [urnOf(later), '"later/again" and "shop/images" both have rule /images/ and weight 10'],
      [urnOf(single), '"single" and "shop/images" both have rule /images/ and weight 10'],
    ]);
    await analyzer.configure({ waivers: { waivers: [waived], maxDays: 1_000_000 } });
    const again = await ask([first]);
    expect(again.filter(({ policy }) => policy === "no-legacy-rule-type")).toEqual([]);
    expect(again.find(({ policy }) => policy === "waivers-in-force")).toMatchObject({
      ...{ urn: urnOf(first), message: expect.stringContaining("Waived: rules.images.ruleType") },
    });
  });

  test("an unchanged set with an unreadable state is reported as not evaluated", async () => {
    await analyzer.configure({ "shadowed-rule-templates": {} });
    const untouched = { ...ruleSet({}), inputs: { templateIds: { images: 7 } } };
    const found = await analyzer.analyzeStack([untouched]);
    expect(
      found.filter(({ policy }) => policy === "not-evaluated").map(({ message }) => message.split("\n")[1]),
    ).toEqual([expect.stringContaining("shadowed-rule-templates: rules is not known")]);
  });
});
