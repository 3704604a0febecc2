import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as cloudplatform from "@cloudplatform/pulumi";
import { afterAll, describe, expect, test } from "vitest";
import type { AnyHandler } from "../../provider/engine/handler/handler.ts";
import { lifecycles } from "../../provider/resources/lifecycles.ts";
import { resources } from "../../provider/resources/registry.ts";
import { writePages } from "../../tools/reference/write.ts";

const folder = fileURLToPath(new URL("../../docs", import.meta.url));
const fresh = mkdtempSync(join(tmpdir(), "reference-"));
afterAll(() => rmSync(fresh, { recursive: true }));
writePages(fresh);

const reference = readdirSync(join(fresh, "reference")).map((page) => `reference/${page}`);
const pages = [...reference, "errors.md", "llms.txt"];

test("every page exists, and no other: run npm run generate", () => {
  expect(readdirSync(join(folder, "reference")).map((page) => `reference/${page}`)).toEqual(reference);
});

test.each(pages)("docs/%s matches the schemas: run npm run generate", (page) => {
  const [there, now] = [folder, fresh].map((one) => readFileSync(join(one, page), "utf8"));
  expect(there).toBe(now);
});

/** Titles of the pages, with the headings below each. */
const headings = new Map(
  pages.map((page) => {
    const [title = "", ...below] = [...readFileSync(join(fresh, page), "utf8").matchAll(/^##? (.+)$/gm)].map(
      ([, heading = ""]) => heading,
    );
    return [title, below];
  }),
);

const exported = Object.entries<object>(cloudplatform).flatMap(([area, names]) =>
  Object.keys(names).map((name) => ({ area, name })),
);
const names = new Set(exported.map(({ name }) => name));

describe("there is", () => {
  test.each(exported.filter(({ name }) => /^[A-Z]/.test(name)))(
    "a page of $area.$name, with all its sections",
    (one) => {
      const sections = ["Example", "Inputs", "Outputs", "Import", "Errors", "Policies", "Requests", "Type tokens"];
      expect(headings.get(`${one.area}.${one.name}`)).toEqual(expect.arrayContaining(sections));
    },
  );

  test.each(exported.filter(({ name }) => names.has(`${name}Output`)))(
    "a section of $area.$name, with all its parts",
    (one) => {
      expect(headings.get(`${one.area} functions`)).toContain(`${one.area}.${one.name}`);
      const page = readFileSync(join(fresh, `reference/${one.area}-functions.md`), "utf8");
      const section = page.split(/^## /m).find((text) => text.startsWith(`${one.area}.${one.name}\n`));
      for (const part of ["```ts", "**Arguments**", "**Result**", "**Also as**", "**Requests**"])
        expect(section).toContain(part);
    },
  );
});

const imported = Object.entries(resources).flatMap(
  ([
    name,
    {
      type,
      adoption: { importId },
    },
  ]) => (importId === undefined ? [] : [{ name, type, example: importId.example }]),
);

test.each(imported)("the import id that the page of $name shows is one", ({ type, example }) => {
  const { importId }: AnyHandler = lifecycles[type];
  expect(importId?.(example)).toBe(example);
});
