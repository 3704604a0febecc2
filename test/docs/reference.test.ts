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

const pages = [...readdirSync(join(fresh, "reference")).map((page) => `reference/${page}`), "errors.md"];

test("every page exists, and no other: run npm run generate", () => {
  expect(readdirSync(join(folder, "reference")).map((page) => `reference/${page}`)).toEqual(pages.slice(0, -1));
});

test.each(pages)("docs/%s matches the schemas: run npm run generate", (page) => {
  const [there, now] = [folder, fresh].map((one) => readFileSync(join(one, page), "utf8"));
  expect(there).toBe(now);
});

/** Titles of the pages, and the headings below. */
const headings = new Map(
  pages.map((page) => {
    const [title = "", ...below] = [...readFileSync(join(fresh, page), "utf8").matchAll(/^##? (.+)$/gm)].map(
      ([, heading = ""]) => heading,
    );
    return [title, below];
  }),
);

const exported = Object.entries<object>(cloudplatform).flatMap(([area, names]) =>
  Object.keys(names).map((name) => `${area}.${name}`),
);

describe("a page is written for", () => {
  test.each(exported.filter((name) => /\.[A-Z]/.test(name)))("the resource %s, with all its sections", (name) => {
    const sections = ["Example", "Inputs", "Outputs", "Import", "Errors", "Policies", "Requests", "Type tokens"];
    expect(headings.get(name)).toEqual(expect.arrayContaining(sections));
  });

  test.each(exported.filter((name) => `${name}Output` in Object.fromEntries(exported.map((one) => [one, true]))))(
    "the lookup %s, with all its sections",
    (name) => {
      const sections = ["Example", "Arguments", "Result", "Other forms", "Errors", "Requests"];
      expect(headings.get(name)).toEqual(expect.arrayContaining(sections));
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
