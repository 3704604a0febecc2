import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";

let stack: TestStack;
const emulator = await platform();

beforeAll(async () => {
  stack = await openStack({ url: emulator.url });
});
afterAll(() => stack.remove());

describe("a rule template", () => {
  test("is made, and the next preview is empty", async () => {
    await stack.program(`
      const images = new cdn.RuleTemplate("images", {
        rule: "images/.*", ruleType: 0,
        options: {
          country_acl: { enabled: true, policy_type: "deny", excepted_values: ["FR", "DE"] },
          gzipOn: null,
          secure_key: { enabled: true, key: "s3cret-key-0815" },
        },
      });
      export const id = images.id;
      export const name = images.name;
      export const rule = images.rule;
    `);
    const up = await stack.up();
    expect(up.output).toContain("created");
    expect(up.changes).toEqual({ create: 2 });
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
    expect(await stack.outputs()).toMatchObject({ rule: "/images/.*" });
    expect(await stack.stateText()).not.toContain("s3cret-key-0815");
  });
});
