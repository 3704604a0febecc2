import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { controlOf } from "../helpers/control.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

const emulator = await platform();
const control = controlOf(emulator);
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url });
  await control.change("ruleTemplates", 77, { name: "Old pages", rule: "/old", ruleType: 0, options: {} });
});
afterAll(() => stack.remove());

describe("the import option", () => {
  test("names each difference at preview and adopts nothing", async () => {
    await stack.program(`
      new cdn.RuleTemplate("other", { rule: "/older", ruleType: 1, name: "Mine" }, { import: "77" });`);
    const preview = await stack.preview();
    expect(preview.code).not.toBe(0);
    const reported = preview.diagnostics.join("\n");
    expect(reported).toContain('the program says "/older", the platform has "/old"');
    expect(reported).toContain("the program says 1, the platform has 0");
    expect(reported).toContain('the program says "Mine", the platform has "Old pages"');
  });

  test("adopts an object that matches the program, without a write", async () => {
    await stack.program(`
      const legacy = new cdn.RuleTemplate("legacy", { rule: "old", ruleType: 0 }, { import: "77" });
      export const templateId = legacy.templateId;`);
    await control.clearRequests();
    const preview = await stack.preview();
    expect(preview.diagnostics.join("\n")).toContain(
      "imports CDN rule template 77 (option import): it is as the program declares it, and nothing on the platform is created or changed.",
    );
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
    expect((await control.requests()).every((request) => request.startsWith("GET"))).toBe(true);
    expect(await stack.outputs()).toEqual({ templateId: 77 });
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
  });

  test("can be removed from the program afterwards without a change", async () => {
    await stack.program(`new cdn.RuleTemplate("legacy", { rule: "old", ruleType: 0 });`);
    const preview = await stack.preview("--diff");
    expect(preview.changes, preview.output).toEqual({ same: 2 });
  });

  test.each([
    ["1", "system template"],
    ["4711", "there is no CDN rule template 4711"],
    ["seven", '"seven" is not an id of a CDN rule template; expected a number such as "123"'],
  ])("refuses %s with words", async (id, words) => {
    await stack.program(`new cdn.RuleTemplate("other", { rule: "/x", ruleType: 0 }, { import: "${id}" });`);
    const preview = await stack.preview();
    expect(preview.code).not.toBe(0);
    expect(preview.diagnostics.join("\n")).toContain(words);
  });
});

test("an object that is only read shows its outputs and is not managed", async () => {
  await stack.program(`
    const seen = cdn.RuleTemplate.get("seen", "77");
    export const rule = seen.rule;
    export const name = seen.name;`);
  const up = await stack.up();
  expect(up.code, up.output).toBe(0);
  expect(await stack.outputs()).toEqual({ rule: "/old", name: "Old pages" });
});

test.each([
  ["4711", 'Reading CDN rule template "gone" failed: there is no CDN rule template 4711 on http://127'],
  ["x7", 'Reading CDN rule template "gone" failed: "x7" is not an id of a CDN rule template; expected a number'],
])("get of %s, which does not exist, fails", async (id, words) => {
  await stack.program(`export const found = cdn.RuleTemplate.get("gone", "${id}").urn;`);
  const preview = await stack.preview();
  expect(preview.code).not.toBe(0);
  expect(preview.diagnostics.join("\n")).toContain(words);
});
