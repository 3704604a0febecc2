import { cp } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { builtPackage } from "../../provider/pack/built.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { succeeds } from "../helpers/succeeds.ts";

/** A component library in a monorepo with its own copy of the package. */
const own = await platform();
const others = await platform();
let stack: TestStack;
afterAll(() => stack.remove());

test("a component with its own copy of the package uses the providers and resources of the program", async () => {
  stack = await openStack({ url: own.url });
  const copy = join(stack.folder, "library/node_modules/@cloudplatform/pulumi");
  await cp(await builtPackage("provider"), copy, { recursive: true });
  await stack.program(`
    import * as library from "./library/node_modules/@cloudplatform/pulumi/index.js";
    const elsewhere = new cloudplatform.Provider("elsewhere", { baseUrl: "${others.url}", apiKey: "local" });
    class Shop extends pulumi.ComponentResource {
      constructor(options) {
        super("test:index:Shop", "shop", {}, options);
        this.template = new library.cdn.RuleTemplate("inner", { rule: "/inner/", ruleType: 0 }, { parent: this });
        this.account = library.edge.getAccountOutput({}, { parent: this });
        this.again = library.edge.getAccountOutput({}, { provider: elsewhere });
      }
    }
    const shop = new Shop({ providers: [elsewhere] });
    export const plans = [shop.account.plan, shop.again.plan];
    export const isTemplate = cdn.RuleTemplate.isInstance(shop.template);`);
  await succeeds(stack.up());
  expect(await stack.outputs()).toEqual({ plans: [expect.any(String), expect.any(String)], isTemplate: true });
  expect(others.platform.requests.list({ endpoint: "ruleTemplates.create" })).toHaveLength(1);
  // The component sends no requests to the stack's own account.
  expect(own.platform.requests.list({})).toEqual([]);
});
