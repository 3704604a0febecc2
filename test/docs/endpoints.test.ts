import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as cloudplatform from "@cloudplatform/pulumi";
import { endpoints } from "@cloudplatform/pulumi/api";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Returns the texts of all TypeScript files below some folders. */
function textsBelow(...folders: string[]): string {
  return folders
    .flatMap((folder) =>
      readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts") && !file.includes("node_modules") && !file.startsWith(".stacks"))
        .map((file) => readFileSync(`${root}${folder}/${file}`, "utf8")),
    )
    .join("\n");
}

const areas = new Map(Object.entries<object>(cloudplatform));
const functions = textsBelow("provider/functions", "provider/resources");
const uses = textsBelow("test/functions", "test/e2e", "test/rule-set", "examples");

/** Rows of the table in the documentation: number, endpoint, our names. */
const rows = [
  ...readFileSync(`${root}docs/platform/index.md`, "utf8").matchAll(/^\| (\d+) \| `(\S+ \S+)` \| (.+) \|$/gm),
].map(([, number, endpoint, names]) => ({ number: Number(number), endpoint, names: namesIn(names ?? "") }));

/** Returns the names in a cell such as `cdn.RuleTemplate`, `getRuleTemplate`. A name without an area has the area before it. */
function namesIn(cell: string): { area: string; name: string }[] {
  let area = "";
  return [...cell.matchAll(/`(?:(\w+)\.)?(\w+)`/g)].map(([, reported, name]) => {
    area = reported ?? area;
    return { area, name: name ?? "" };
  });
}

const contract = Object.values(endpoints)
  .map((endpoint) => ({ endpoint, number: Number(/^platform-api §4 #(\d+)$/.exec(endpoint.source)?.[1]) }))
  .filter(({ number }) => !Number.isNaN(number))
  .sort((a, b) => a.number - b.number);

test("the contract's fourteen endpoints are in the table of endpoints, and in that of the documents", () => {
  const numbers = Array.from({ length: 14 }, (_, index) => index + 1);
  expect(contract.map(({ number }) => number)).toEqual(numbers);
  expect(rows.map(({ number }) => number)).toEqual(numbers);
});

describe.each(contract)("endpoint $number, $endpoint.method $endpoint.path,", ({ endpoint, number }) => {
  const row = rows.find((one) => one.number === number);
  const names = row?.names ?? [];

  test("has a response schema and a row with the right path", () => {
    expect(endpoint.response).toBeDefined();
    expect(row?.endpoint).toBe(`${endpoint.method} ${endpoint.path}`);
  });

  test("is called by a lookup or a resource", () => {
    expect(functions).toContain(`endpoints["${endpoint.id}"]`);
  });

  test("is offered under the names of its row, each lookup also as one that takes Inputs", () => {
    expect(names.length).toBeGreaterThan(0);
    for (const { area, name } of names) {
      const exported = areas.get(area);
      expect(exported, area).toHaveProperty(name, expect.any(Function));
      if (/^[a-z]/.test(name)) expect(exported, area).toHaveProperty(`${name}Output`, expect.any(Function));
    }
  });

  test("is exercised under each of these names by an example or a test", () => {
    for (const { area, name } of names) {
      const use = /^[A-Z]/.test(name) ? `new ${area}\\.${name}\\(` : `\\b${area}\\.${name}(Output)?\\(`;
      expect(uses).toMatch(new RegExp(use));
    }
  });
});
