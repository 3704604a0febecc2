import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rules } from "../../campaigns/model/rules.ts";
import { defects } from "../../campaigns/simulation/defects/defects.ts";
import found from "../../campaigns/simulation/defects/found.json" with { type: "json" };
import { patched } from "../../campaigns/simulation/product/bundle.ts";

const root = new URL("../../", import.meta.url);

// Showing that the simulation finds each defect takes minutes. This test only finds patches that no longer apply to the sources.

test.each([...defects, ...rules])("the sources can be changed: $name", ({ patches }) => {
  for (const patch of patches) {
    const text = readFileSync(new URL(patch.file, root), "utf8");
    expect(patched(text, patch)).not.toBe(text);
  }
});

test("each defect with a seed is in the list", () => {
  expect(defects.map(({ name }) => name)).toEqual(expect.arrayContaining(found.map(({ name }) => name)));
});
