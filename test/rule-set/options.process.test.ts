import { beforeAll, describe, expect, test } from "vitest";
import { platformWithStacks } from "../helpers/platform-with-stacks.ts";
import { builtPlugin } from "../helpers/plugin.ts";
import type { Run, StateResource, TestStack } from "../helpers/stack.ts";

// Resource options of rule sets: one program, which changes once, has a set of each provider for each option.
const { control, newStack, emulator } = await platformWithStacks();
type Provider = "dynamic" | "native";
type Template = { id: number; name: string; weight: number; rule: string };

/** Result of a command: run, state and platform. */
interface Snapshot {
  run: Run;
  resources: StateResource[];
  templates: Template[];
}

let stack: TestStack;
const after = {} as Record<"first" | "preview" | "changed" | "previewChanged" | "destroyRefused", Snapshot>;

async function step(name: keyof typeof after, command: () => Promise<Run>): Promise<void> {
  const run = await command();
  const templates = (await control.state("ruleTemplates")) as unknown as Template[];
  after[name] = { run, resources: await stack.resources(), templates };
}

const program = (isChanged: boolean) => `
  import * as native from "@cloudplatform/pulumi/native";
  class Site extends pulumi.ComponentResource {
    constructor(name: string, options?: pulumi.ComponentResourceOptions) { super("test:index:Site", name, {}, options); }
  }
  const isChanged = ${isChanged};
  const rulesOf = (name: string, changed = false) => ["a", "b"].map((key) => ({
    key, name: name + "-" + key, ruleType: 0, rule: "/" + name + (changed && key === "a" ? "/changed/" : "/") + key,
    options: { edge_cache_settings: { enabled: true, value: "60s" } },
  }));
  const base = new cdn.RuleTemplate("base", { name: "base", rule: "/base/", ruleType: 0 });
  const site = new Site("site");
  const container = isChanged ? undefined : new cdn.RuleTemplate("container", { name: "container", rule: "/container/", ruleType: 0 });
  for (const [kind, { cdn, Provider }] of Object.entries({ dynamic: cloudplatform, native } as Record<string, typeof cloudplatform>)) {
    const declare = (label: string, options: pulumi.CustomResourceOptions = {}, { name = label, change = false } = {}) =>
      new cdn.RuleSet(label + "-" + kind, { rules: rulesOf(name + "-" + kind, change && isChanged) }, options);
    declare("parent", { parent: new Site("hall-" + kind, { parent: site }) });
    declare("depends", { dependsOn: [base, site] });
    declare(isChanged ? "alias-new" : "alias-old", isChanged ? { aliases: [{ name: "alias-old-" + kind }] } : {}, { name: "alias" });
    declare("alias-parent", isChanged ? { parent: site, aliases: [{ parent: pulumi.rootStackResource }] } : {});
    declare("protect", { protect: true });
    if (!isChanged) declare("retain", { retainOnDelete: true });
    if (!isChanged) declare("deleted-with", { deletedWith: container });
    declare("ignore-all", { ignoreChanges: ["rules"] }, { change: true });
    declare("ignore-one", { ignoreChanges: ["rules.a.rule"] }, { change: true });
    const trigger = declare("replace-on", { replaceOnChanges: ["rules"] }, { change: true });
    declare("delete-first", { replaceOnChanges: ["rules"], deleteBeforeReplace: true }, { change: true });
    declare("replace-with", { replaceWith: [trigger] });
    declare("triggered", { replacementTrigger: isChanged ? "second" : "first" });
    const account = new Provider("account-" + kind, { baseUrl: "${emulator.url}", apiKey: "local" });
    declare("provided", { provider: account as pulumi.ProviderResource });
    declare("secret", { additionalSecretOutputs: ["templateIds"] });
    declare("timeouts", { customTimeouts: { create: "41m" } });
    declare("transforms", { transforms: [({ props, opts }) => {
      const rules = { ...props.rules, b: { ...props.rules.b, rule: "/transformed/b" } };
      return { props: { ...props, rules }, opts: { ...opts, protect: true } };
    }] });
  }
`;

beforeAll(async () => {
  const { folder } = await builtPlugin();
  stack = await newStack();
  stack.env.PATH = `${folder}:${stack.env.PATH}`;
  await stack.program(program(false));
  await step("first", () => stack.up());
  await step("preview", () => stack.preview());
  await stack.program(program(true));
  await step("changed", () => stack.up());
  await step("previewChanged", () => stack.preview());
  await step("destroyRefused", () => stack.destroy());
});

/** Returns the set with a label in state after a command. Fails if there are several. */
function resourceOf(name: keyof typeof after, label: string, provider: Provider): StateResource | undefined {
  const found = after[name].resources.filter(({ urn }) => urn.endsWith(`:RuleSet::${label}-${provider}`));
  expect(found.length).toBeLessThan(2);
  return found[0];
}

function stepsOf(name: keyof typeof after, label: string, provider: Provider): string[] {
  return after[name].run.steps.filter(({ urn }) => urn.endsWith(`::${label}-${provider}`)).map(({ op }) => op);
}

/** Returns the templates of a set by key. Fails on duplicate keys. */
function templatesOf(name: keyof typeof after, label: string, provider: Provider): Record<string, Template> {
  const own = after[name].templates.filter((one) => one.name.startsWith(`${label}-${provider}-`));
  const byKey = Object.fromEntries(own.map((one) => [one.name.slice(-1), one]));
  expect(own).toHaveLength(Object.keys(byKey).length);
  return byKey;
}

const idsOf = (templates: Record<string, Template>) =>
  Object.fromEntries(Object.entries(templates).map(([key, { id }]) => [key, id]));

describe.each(["dynamic", "native"] as const)("a rule set of the %s provider", (provider) => {
  /** Each rule has one template, in state under its key, and the next preview reports no changes. */
  function expectCreatedOnce(label: string, name = label): StateResource {
    expect(stepsOf("first", label, provider)).toEqual(["create"]);
    const templates = templatesOf("first", name, provider);
    expect(Object.keys(templates).sort()).toEqual(["a", "b"]);
    const set = resourceOf("first", label, provider);
    if (label !== "secret") expect(set?.outputs.templateIds).toEqual(idsOf(templates));
    expect(stepsOf("preview", label, provider)).toEqual(["same"]);
    return set as StateResource;
  }

  /** The second program did not change the set or its templates. */
  function expectUntouched(label: string, { before = label, name = label } = {}): StateResource {
    const first = expectCreatedOnce(before, name);
    expect(stepsOf("changed", label, provider)).toEqual(["same"]);
    expect(templatesOf("changed", name, provider)).toEqual(templatesOf("first", name, provider));
    expect(stepsOf("previewChanged", label, provider)).toEqual(["same"]);
    const changed = resourceOf("changed", label, provider);
    expect(changed?.id).toBe(first.id);
    return changed as StateResource;
  }

  /** Each template was replaced by exactly one template. */
  function expectReplaced(label: string, steps: string[]): void {
    expectCreatedOnce(label);
    expect(stepsOf("changed", label, provider)).toEqual(steps);
    const [before, now] = (["first", "changed"] as const).map((name) => idsOf(templatesOf(name, label, provider)));
    expect(Object.keys(now ?? {}).sort()).toEqual(["a", "b"]);
    expect(now?.a).not.toBe(before?.a);
    expect(now?.b).not.toBe(before?.b);
    expect(resourceOf("changed", label, provider)?.outputs.templateIds).toEqual(now);
    expect(stepsOf("previewChanged", label, provider)).toEqual(["same"]);
  }

  /** The set is no longer in state, and its templates are unchanged on the platform. */
  function expectReleased(label: string): void {
    expectCreatedOnce(label);
    expect(resourceOf("changed", label, provider)).toBeUndefined();
    expect(templatesOf("changed", label, provider)).toEqual(templatesOf("first", label, provider));
  }

  test("parent: a component in a component", () => {
    expect(expectUntouched("parent").parent).toContain(`Site::hall-${provider}`);
  });

  test("dependsOn: after a resource and a component", () => {
    expect(expectUntouched("depends").dependencies).toContainEqual(expect.stringContaining("::base"));
    const { id: base = 0 } = after.first.templates.find(({ name }) => name === "base") ?? {};
    for (const { id } of Object.values(templatesOf("first", "depends", provider))) expect(id).toBeGreaterThan(base);
  });

  test("aliases: another name and another parent keep all templates", () => {
    expectUntouched("alias-new", { before: "alias-old", name: "alias" });
    expect(expectUntouched("alias-parent").parent).toContain("Site::site");
  });

  test("protect: destroy fails and leaves all templates", () => {
    expectUntouched("protect");
    expect(after.destroyRefused.run.code).not.toBe(0);
    expect(resourceOf("destroyRefused", "protect", provider)?.protect).toBe(true);
    expect(templatesOf("destroyRefused", "protect", provider)).toEqual(templatesOf("first", "protect", provider));
  });

  test("retainOnDelete: the templates stay when the set is removed", () => expectReleased("retain"));

  test("deletedWith: the templates are not deleted one by one", () => {
    expectReleased("deleted-with");
    expect(after.changed.templates.map(({ name }) => name)).not.toContain("container");
  });

  test("ignoreChanges: of all rules, and of a field of one", () => {
    expectUntouched("ignore-all");
    expectUntouched("ignore-one");
  });

  test("replaceOnChanges: new templates are created before the old ones are deleted", () => {
    expectReplaced("replace-on", ["create-replacement", "replace", "delete-replaced"]);
  });

  test("deleteBeforeReplace: the old templates are deleted first", () => {
    expectReplaced("delete-first", ["delete-replaced", "replace", "create-replacement"]);
  });

  test("replaceWith and replacementTrigger", () => {
    expectReplaced("replace-with", ["create-replacement", "replace", "delete-replaced"]);
    expectReplaced("triggered", ["create-replacement", "replace", "delete-replaced"]);
  });

  test("provider: the settings of an explicit one", () => {
    expect(expectUntouched("provided").provider).toContain(`::account-${provider}::`);
  });

  test("additionalSecretOutputs: encrypted in state", () => {
    expect(expectUntouched("secret").outputs.templateIds).toMatchObject({
      "4dabf18193072939515e22adb298388d": expect.any(String),
    });
  });

  test("customTimeouts: no effect, and a warning", () => {
    expectUntouched("timeouts");
    const warnings = after.first.run.diagnostics.filter((text) => text.startsWith("The option customTimeouts has no"));
    expect(warnings).toHaveLength(2);
  });

  test("transforms: their changes of rules and options take effect", () => {
    expect(expectUntouched("transforms").protect).toBe(true);
    expect(templatesOf("first", "transforms", provider).b?.rule).toBe("/transformed/b");
  });
});

test("all commands end with the expected results", () => {
  const codes = Object.fromEntries(Object.entries(after).map(([name, { run }]) => [name, run.code]));
  expect(codes).toEqual({ first: 0, preview: 0, changed: 0, previewChanged: 0, destroyRefused: expect.any(Number) });
});
