import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Test folders without a matching source folder, and what they test. */
const acrossFolders: Readonly<Record<string, string>> = {
  campaigns: "short runs of the campaigns",
  compatibility: "every resource option and command of Pulumi with every resource",
  contract: "the table of endpoints against the facts of the contract",
  docs: "the documentation, and rules for all files",
  e2e: "whole runs with the real Pulumi CLI",
  advice: "the text of each error code: following it leads out",
  evidence: "every resource where a response proves nothing: foreign 404s, another account",
  mcp: "the MCP server of the command line, by the SDK's client, with real CLI and process",
  behaviors: "every resource on platforms of every behavior",
  helpers: "helpers of the tests, no tests",
  "kept-node": "the processes that the tests of stacks borrow (helpers/kept-node)",
};

const sourceFolders = ["", "provider", "provider/pulumi", "provider/resources"];

test("each folder of tests mirrors a folder of the source, or is listed with what it tests across them", () => {
  const folders = readdirSync(path.join(root, "test"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const unknown = folders
    .map(({ name }) => name)
    .filter(
      (name) => !name.startsWith(".") && !sourceFolders.some((parent) => existsSync(path.join(root, parent, name))),
    )
    .filter((name) => acrossFolders[name] === undefined);
  expect(unknown).toEqual([]);
});

/** Returns the titles of a file's tests, each with the titles of its groups. */
function titlesOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.Latest);
  const titles: string[] = [];
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    const [title] = ts.isCallExpression(node) ? node.arguments : [];
    const name = ts.isCallExpression(node)
      ? /^(test|describe)\b/.exec(node.expression.getText(source))?.[1]
      : undefined;
    const isTitled = title !== undefined && (ts.isStringLiteral(title) || ts.isNoSubstitutionTemplateLiteral(title));
    if (name === "test" && isTitled) titles.push([...groups, title.text].join(" "));
    const inner = name === "describe" && isTitled ? [...groups, title.text] : groups;
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(source, []);
  return titles;
}

test("the title of each test is a sentence that stands alone", () => {
  const files = globSync("test/**/*.test.ts", { cwd: root });
  expect(files.length).toBeGreaterThan(150);
  const wrong = files.flatMap((file) =>
    titlesOf(file)
      .filter(
        (title) => title.split(/\s+/).length < 4 || /\bshould\b|\bworks\b|#\d/i.test(title) || /[.!]$/.test(title),
      )
      .map((title) => `${file}: ${title}`),
  );
  expect(wrong, wrong.join("\n")).toEqual([]);
});

test("no two tests of a file have the same title", () => {
  const twice = globSync("test/**/*.test.ts", { cwd: root }).flatMap((file) => {
    const titles = titlesOf(file);
    return titles.filter((title, index) => titles.indexOf(title) < index).map((title) => `${file}: ${title}`);
  });
  expect(twice).toEqual([]);
});
