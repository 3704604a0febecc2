import fc from "fast-check";
import { expect, test } from "vitest";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/handler.ts";
import { openInProcess as open } from "../helpers/harnesses.ts";
import { platform } from "../helpers/platform.ts";
import { providerKinds } from "../helpers/provider-kinds.ts";
import { templates } from "./generated.ts";

const emulator = await platform();
let serial = 0;

/** To run more: `TEMPLATE_RUNS=500 npx vitest run test/rule-template/property.test.ts`. */
const runs = Number(process.env.TEMPLATE_RUNS ?? 50);

/** Mostly the dynamic provider, whose calls are faster. */
const provider = fc.oneof({ weight: 4, arbitrary: fc.constant("dynamic" as const) }, fc.constantFrom(...providerKinds));

test("a second update does nothing after any valid template was created, read and changed", async () => {
  await fc.assert(
    fc.asyncProperty(provider, templates, templates, async (provider, first, second) => {
      const harness = open[provider](ruleTemplateHandler, emulator, `template-${serial++}`);
      for (const declared of [first, second]) {
        await harness.up(declared);
        expect(await harness.preview(declared)).toBe("same");
        expect(await harness.refresh()).toBe(true);
        expect(await harness.preview(declared)).toBe("same");
      }
      await harness.destroy();
    }),
    { numRuns: runs },
  );
});
