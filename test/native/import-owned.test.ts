import { expect, test } from "vitest";
import { platform } from "../helpers/platform.ts";
import { builtPlugin } from "../helpers/plugin.ts";
import { openStack } from "../helpers/stack.ts";

const program = (options: string) => `
import * as native from "@cloudplatform/pulumi/native";
new native.cdn.RuleTemplate("shop", { name: "shop", rule: "/shop/", ruleType: 0, weight: 3 }, ${options});
`;

test("a native import of an object of another stack leaves nothing in state, also without a preview", async () => {
  const { url } = await platform();
  const { folder } = await builtPlugin();
  const stack = await openStack({ url, plugins: [folder] });
  const other = await openStack({ url, plugins: [folder], beside: stack, project: "other" });
  try {
    await stack.program(program("{}"));
    const made = await stack.up();
    expect(made.code, made.output).toBe(0);
    const [{ id = "" } = {}] = await stack.resources();
    await other.program(program(`{ import: "${id}" }`));
    const refused = await other.up();
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("CP2125");
    expect(await other.resources()).toEqual([]);
  } finally {
    await other.remove();
    await stack.remove();
  }
});
