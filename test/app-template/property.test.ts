import { appTemplateBody } from "@cloudplatform/pulumi/api";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fromWire } from "../../provider/schema/index.ts";
import { arbitraryOf } from "../helpers/arbitrary.ts";
import { helloOn } from "./template.ts";

const templates = arbitraryOf(appTemplateBody).map((body) => fromWire(appTemplateBody, body as never) as object);

test("a second update does nothing after any valid template was created, read and changed", async () => {
  const { harness, made } = await helloOn();
  await fc.assert(
    fc.asyncProperty(templates, templates, async (first, second) => {
      for (const declared of [first, second]) {
        await harness.up(declared);
        expect(await harness.preview(declared)).toBe("same");
        expect(await harness.refresh()).toBe(true);
        expect(await harness.preview(declared)).toBe("same");
        expect(made().map((one) => String(one.id))).toEqual([harness.state?.id]);
      }
      await harness.destroy();
      expect(made()).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
