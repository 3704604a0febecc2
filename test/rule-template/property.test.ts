import fc from "fast-check";
import { expect, test } from "vitest";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/rule-template.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { platform } from "../helpers/platform.ts";
import { templates } from "./generated.ts";

const emulator = await platform();
let serial = 0;

test("nothing is left to do after any valid template was created, read and changed into another", async () => {
  await fc.assert(
    fc.asyncProperty(templates, templates, async (first, second) => {
      const harness = new EngineHarness(ruleTemplateHandler, emulator, `template-${serial++}`);
      for (const declared of [first, second]) {
        await harness.up(declared);
        expect(await harness.preview(declared)).toBe("same");
        expect(await harness.refresh()).toBe(true);
        expect(await harness.preview(declared)).toBe("same");
      }
      await harness.destroy();
    }),
    { numRuns: 150 },
  );
});
