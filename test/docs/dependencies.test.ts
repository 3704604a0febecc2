import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(join(root, "tools/dependencies.md"), "utf8");

/** Rows of the page: the name in the first cell, and the other cells. */
const rows = [...page.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, name = "", cells = ""]) => ({
  name,
  cells: cells.split(" | "),
}));

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const manifestOf = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8")) as Manifest;
const used = globSync("{package.json,provider/package.json,emulator/package.json,policies/package.json}", { cwd: root })
  .map(manifestOf)
  .flatMap(({ dependencies, devDependencies, peerDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies }),
  );
const ours = ["@cloudplatform/emulator", "@cloudplatform/policies"];

test("the page gives a reason for every dependency, and names no other", () => {
  const names = [...new Set(used)].filter((name) => !ours.includes(name)).sort();
  expect([...new Set(rows.map(({ name }) => name))].sort()).toEqual(names);
  for (const { name, cells } of rows) expect(cells.at(-1), name).toMatch(/^[A-Z].{15,}\.$/);
});

test("the licenses are those of the installed packages", () => {
  const stated = rows.map(({ name, cells }) => [name, cells.at(-2)]);
  const installed = rows.map(({ name }) => {
    const { license } = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")) as {
      license: string;
    };
    return [name, license];
  });
  expect(stated).toEqual(installed);
});
