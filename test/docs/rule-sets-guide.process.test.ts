import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { platformWithStacks } from "../helpers/platform-with-stacks.ts";
import { succeeds } from "../helpers/succeeds.ts";

const guide = readFileSync(new URL("../../docs/guides/rule-sets.md", import.meta.url), "utf8");
const [first = "", movedIn = "", movedOut = ""] = [...guide.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(
  // The test's program already imports all areas.
  ([, text = ""]) => text.replace(/^import .*\n/m, ""),
);
const { control, newStack } = await platformWithStacks();

const single = 'new cdn.RuleTemplate("legacy", { rule: "/legacy/.*", ruleType: 0 });\n';

test("the programs of the guide about rule sets do what it says, one after the other", async () => {
  const stack = await newStack();
  const initial = new Set((await control.state("ruleTemplates")).map(({ id }) => id));
  const live = async () =>
    (await control.state("ruleTemplates")).filter(({ id }) => !initial.has(id)).map(({ id, rule }) => [rule, id]);
  const up = async (program: string) => {
    await stack.program(program);
    await succeeds(stack.up());
    return Object.fromEntries(await live());
  };
  const before = await up(single + first);
  expect(Object.keys(before).sort()).toEqual(["/checkout/.*", "/images/.*", "/legacy/.*"]);
  expect(await stack.outputs()).toMatchObject({ images: before["/images/.*"] });
  const legacy = String(before["/legacy/.*"]);
  const here = (program: string) => program.replace('import: "78"', `import: "${legacy}"`);
  expect(here(movedIn)).toContain(`import: "${legacy}"`);

  const { "/checkout/.*": _, ...kept } = before;
  expect(await up(here(movedIn))).toEqual(kept);
  expect((await stack.resources()).map(({ type }) => type.split(":").at(-1))).toEqual(["RuleSet"]);
  expect(await up(here(movedOut))).toEqual(kept);
  const released = (await stack.resources()).find(({ type }) => type.endsWith(":RuleTemplate"));
  expect(released?.id).toBe(legacy);
});
