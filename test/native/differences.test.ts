import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { differencesTable, providerDifferences } from "../helpers/provider-differences.ts";

const text = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");

test("the guide has the table of differences between the providers", () => {
  expect(text("docs/guides/native.md")).toContain(`${differencesTable()}\n`);
});

test("a test shows each difference", () => {
  for (const { what, shownBy } of providerDifferences)
    expect(text(shownBy[0]), `${what}: ${shownBy[0]}`).toContain(shownBy[1]);
});
