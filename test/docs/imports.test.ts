import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { withoutPreload } from "../helpers/environment.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** A row of the table of folders in CONTRIBUTING.md. */
interface Room {
  folder: string;
  /** Folders and Pulumi packages that it may import. `types of …` allows `import type` only. */
  imports: string[];
  /** The table cell that lists the imports. */
  cell: string;
}

const rooms: Room[] = [...read("CONTRIBUTING.md").matchAll(/^\| `([^`]+)` \| [^|]+ \| ([^|]+) \|$/gm)].map(
  ([, folder = "", imports = ""]) => ({
    ...{ folder, cell: imports },
    imports: [...imports.matchAll(/all above|(types of )?`([^`]+)`/g)].map(([all, types = "", name]) =>
      name === undefined ? all : `${types}${name}`,
    ),
  }),
);

/** Returns the innermost folder of the table that contains a file. */
function roomOf(file: string): string | undefined {
  const found = rooms.filter(({ folder }) => file.startsWith(`${folder}/`));
  return found.toSorted((a, b) => b.folder.length - a.folder.length)[0]?.folder;
}

const packageFolders: Readonly<Record<string, string>> = {
  "@cloudplatform/pulumi": "provider",
  "@cloudplatform/emulator": "emulator",
  "@cloudplatform/policies": "policies",
};
const exportsOf = new Map(
  Object.values(packageFolders).map((folder) => [
    folder,
    JSON.parse(read(`${folder}/package.json`)).exports as Record<string, string>,
  ]),
);

/** Returns the target of an import: a file of the checkout, or a Pulumi package. */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(file), specifier);
  const name = specifier.split("/").slice(0, 2).join("/");
  if (name === "@pulumi/pulumi")
    return specifier.startsWith("@pulumi/pulumi/proto/") ? "@pulumi/pulumi/proto" : "@pulumi/pulumi";
  const folder = packageFolders[name];
  if (folder === undefined) return undefined;
  const entry = exportsOf.get(folder)?.[`.${specifier.slice(name.length)}`];
  return entry === undefined ? undefined : path.posix.join(folder, entry);
}

/** Returns the specifiers of a file's imports, exports, dynamic imports, `require` calls and import types. */
function specifiersOf(file: string): { specifier: string; isType: boolean }[] {
  const text = read(file);
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const source = ts.createSourceFile(file, text, options);
  // Only these calls and import types can be below the top-level statements. Few files have them.
  const hasCalls = /\b(import|require)\s*\(/.test(text);
  const found: { specifier: string; isType: boolean }[] = [];
  const add = (node: ts.Node | undefined, isType: boolean) => {
    if (node !== undefined && ts.isStringLiteralLike(node)) found.push({ specifier: node.text, isType });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    if (ts.isCallExpression(node)) {
      const { expression, arguments: given } = node;
      if (expression.kind === ts.SyntaxKind.ImportKeyword || expression.getText(source) === "require")
        add(given[0], false);
    }
    if (hasCalls) ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return found;
}

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
}).split("\n");
/** All files but bundles, generated SDKs and the project template, which import packages only. */
const files = listed.filter(
  (file) =>
    /\.[mc]?[jt]s$/.test(file) &&
    file.includes("/") &&
    !/^(policies\/dist|templates|docs\/\.vitepress|sdk)\//.test(file) &&
    existsSync(path.join(root, file)),
);

/** Each import from one folder of the table to another: the file, and the table's name for the target. */
const edges = files.flatMap((file) => {
  const from = roomOf(file);
  return specifiersOf(file).flatMap(({ specifier, isType }) => {
    const target = targetOf(file, specifier);
    if (target === undefined || target.endsWith(".json")) return [];
    const isPackage = target.startsWith("@");
    const to = isPackage ? `${isType ? "types of " : ""}${target}` : roomOf(target);
    return to === from ? [] : [{ from, to, file, specifier }];
  });
});

/** Returns the name of a folder in the column of imports. */
const short = (folder: string | undefined) => folder?.replace(/^provider\//, "") ?? "?";

test("every file with code is in a folder of the table", () => {
  expect(rooms.length).toBeGreaterThan(30);
  expect(files.length).toBeGreaterThan(1000);
  const entries = files.filter((file) => roomOf(file) === "provider");
  expect(files.filter((file) => roomOf(file) === undefined)).toEqual([]);
  expect(entries, "a folder of provider/ that is not in the table").toEqual([
    "provider/index.ts",
    "provider/late-modules.cjs",
  ]);
});

test("no folder imports what the table does not allow", () => {
  const wrong = edges.filter(({ from, to }) => {
    const { imports = [] } = rooms.find(({ folder }) => folder === from) ?? {};
    const names = [short(to), short(to).replace(/^types of /, "")];
    return !imports.includes("all above") && !names.some((name) => imports.includes(name));
  });
  expect(
    wrong.map(({ from, to, file, specifier }) => `${short(from)} -> ${short(to)}: ${specifier} in ${file}`),
  ).toEqual([]);
});

test("a package imports another package by name, as when it is installed", () => {
  const byPath = edges.filter(
    ({ from = "", specifier }) => /^(emulator|policies)(\/|$)/.test(from) && specifier.startsWith("."),
  );
  // The first checks Node before anything else is loaded, the second is not part of the package.
  expect(byPath.map(({ file }) => file)).toEqual(["emulator/start.cjs", "policies/build/main.ts"]);
});

test("each row allows only rows above it, so that imports between folders have no cycle", () => {
  const wrong = rooms.flatMap(({ folder, imports }, index) => {
    const above = ["all above", ...rooms.slice(0, index).map((room) => short(room.folder))];
    return imports
      .filter((name) => !above.includes(name) && !/@pulumi\//.test(name))
      .map((name) => `${folder}: ${name}`);
  });
  expect(wrong).toEqual([]);
  const below = edges.filter(({ from, to }) => {
    const [at, target] = [from, to].map((name) => rooms.findIndex(({ folder }) => folder === name));
    return at !== undefined && target !== undefined && target > at;
  });
  expect(below.map(({ file, specifier }) => `${specifier} in ${file}`)).toEqual([]);
});

test("the README of each folder says what the folder may import", () => {
  const wrong = rooms
    .filter(({ folder }) => folder !== "provider")
    .map(({ folder, cell }) => ({ folder, line: `May import: ${cell}.` }))
    .filter(
      ({ folder, line }) =>
        !existsSync(path.join(root, folder, "README.md")) || !read(`${folder}/README.md`).split("\n").includes(line),
    );
  expect(wrong).toEqual([]);
});

/** Returns the Pulumi packages that a process loads for some modules of the checkout, each with the first importer. */
function loadedOfPulumi(...modules: string[]): string[] {
  const script = `
    import { registerHooks } from "node:module";
    let module;
    registerHooks({
      load(url, context, next) {
        if (url.includes("/node_modules/@pulumi/")) console.log(module, url);
        return next(url, context);
      },
    });
    for (module of ${JSON.stringify(modules.map((module) => pathToFileURL(path.join(root, module)).href))}) await import(module);
    process.exit(0);`;
  const args = ["--input-type=module", "--eval", script];
  return execFileSync(process.execPath, args, { encoding: "utf8", env: withoutPreload() })
    .split("\n")
    .filter((line) => line !== "");
}

test("programs load Pulumi's SDK; handlers and command line do not", () => {
  const loaded = loadedOfPulumi(
    "provider/pulumi/dynamic/handlers.ts",
    "provider/resources/lifecycles.ts",
    "provider/cli/program.ts",
    "provider/review/plan/make.ts",
    "provider/functions/index.ts",
  );
  expect(loaded.filter((url) => !/proto\//.test(url))).toEqual([]);
  expect(loadedOfPulumi("provider/index.ts").length).toBeGreaterThan(50);
});
