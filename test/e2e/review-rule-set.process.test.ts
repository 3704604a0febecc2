import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandLine } from "../cli/command-line.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { first, second } from "../review/rule-set-world.ts";

/** `cloudplatform review` and `apply`, with the real CLI, of a change that covers every operation on rules of sets. */
const emulator = await platform({ speed: 100_000 });
const { ruleTemplates } = emulator.platform.store;
let stack: TestStack;

beforeAll(async () => {
  stack = await openStack({ url: emulator.url });
  await stack.program(first);
  expect(await stack.up()).toMatchObject({ code: 0 });
});
afterAll(() => stack?.remove());

const run = (...args: string[]) =>
  commandLine("", [...args, "-C", stack.folder], { environment: stack.env as Record<string, string> });

/** Returns the existing templates by name. */
const live = () => new Map(ruleTemplates.all().flatMap((one) => (one.deleted === true ? [] : [[one.name, one]])));

test("an apply compares every rule of a set, and applies the reviewed change", async () => {
  const before = live();
  await stack.program(second((await stack.outputs()) as Record<string, unknown>));
  const folder = join(stack.folder, "review");
  const made = await run("review", "--no-policies", "--output", folder);
  expect(made, made.err).toMatchObject({ code: 0 });
  const apply = () => run("apply", "--no-policies", "--review", join(folder, "review.json"));

  const images = before.get("images");
  if (images === undefined) throw new Error("There is no rule template images.");
  ruleTemplates.put(images.id, { ...images, weight: 77 });
  const refused = await apply();
  expect(refused.code, refused.err).toBe(3);
  expect(refused.err).toContain("drift: now: cdn:RuleTemplate shop/images: weight: 1000 → 77");
  expect(refused.err).not.toContain("a secret input, an option or a dependency differs");
  ruleTemplates.put(images.id, images);

  const applied = await apply();
  expect(applied.code, applied.err + applied.out).toBe(0);
  const after = live();
  const created = [...after.keys()].filter((name) => !before.has(name)).sort();
  expect(created).toHaveLength(4);
  expect([...before.keys()].filter((name) => !after.has(name)).sort()).toEqual(["lost", "removed"]);
  // Templates that move into or out of a set, or are released or retained, keep their objects.
  for (const name of ["single", "out", "freed", "left", "last", "signed"])
    expect(after.get(name)?.id, name).toBe(before.get(name)?.id);
});
