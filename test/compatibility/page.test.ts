import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { compatibilityPage } from "./page.ts";

test("The committed page is current", async () => {
  const committed = await readFile(new URL("../../docs/compatibility.md", import.meta.url), "utf8");
  expect(committed, "Run npm run generate.").toBe(compatibilityPage());
});
