import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
// Inside the checkout, so that imports of the packages resolve.
const folder = join(root, "test/.stacks/docs");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the fenced TypeScript blocks of a page, or of the docstrings in a source. */
function examplesIn(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8").replace(/^[ \t]*\*[ ]?/gm, (star) =>
    file.endsWith(".md") ? star : "",
  );
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? "");
}

const files = [
  ...globSync("provider/**/*.ts", { cwd: root, exclude: ["**/node_modules/**"] }),
  ...globSync("{README.md,docs/**/*.md,provider/*.md,emulator/*.md,policies/*.md,examples/*/README.md}", {
    cwd: root,
    // The reference repeats the docstrings.
    exclude: ["docs/reference/**"],
  }),
].sort();

test("every example in a docstring or a page compiles", () => {
  mkdirSync(folder, { recursive: true });
  const written = files.flatMap((file) =>
    examplesIn(file).map((text, index) => {
      const page = join(folder, file.replace(/\W/g, "-"));
      // Examples that begin with a file name import each other.
      const [, own] = /^\/\/ (\S+\.ts)\n/.exec(text) ?? [];
      const name = own === undefined ? `${page}-${index}.ts` : join(page, own);
      mkdirSync(dirname(name), { recursive: true });
      // `export {}` makes each example a module, whatever it imports.
      writeFileSync(name, `${text}\nexport {};\n`);
      return name;
    }),
  );
  expect(written.length).toBeGreaterThan(1);
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(written, options);
  const problems = ts.getPreEmitDiagnostics(program).map((problem) => {
    const place = problem.file?.fileName.slice(folder.length + 1) ?? "";
    return `${place}: ${ts.flattenDiagnosticMessageText(problem.messageText, "\n")}`;
  });
  expect(problems).toEqual([]);
});
