import fc from "fast-check";
import { expect, test } from "vitest";
import { ruleTemplateHandler } from "../../provider/resources/rule-template/rule-template.ts";
import { EngineHarness } from "../helpers/engine-harness.ts";
import { platform } from "../helpers/platform.ts";
import { templates } from "./generated.ts";

const emulator = await platform();
let serial = 0;

test("nothing is left to do after any valid template was made, read and changed into another", async () => {
  await fc.assert(
    fc.asyncProperty(templates, templates, async (first, second) => {
      const seam = new EngineHarness(ruleTemplateHandler, emulator, `template-${serial++}`);
      for (const declared of [first, second]) {
        await seam.up(declared);
        expect(await seam.preview(declared)).toBe("same");
        expect(await seam.refresh()).toBe(true);
        expect(await seam.preview(declared)).toBe("same");
      }
      await seam.destroy();
    }),
    { numRuns: 150 },
  );
});
