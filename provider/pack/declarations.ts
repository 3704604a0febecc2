import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { type PackedPackage, packages, root } from "./packages.ts";
import { publicPart } from "./public-part.ts";
import { writtenOut } from "./written-out.ts";

/**
 * Writes the public declarations of a package: those of `tsc` for its entry points, without `@internal` members and without
 * declarations that nothing public needs. They only refer to the language, Node, Pulumi and what the provider publishes: a
 * project with an older TypeScript, or without `skipLibCheck`, checks every declaration that it can reach, and would check those
 * of zod and undici if ours referred to them.
 */
export function writeDeclarations(one: PackedPackage, target: string): void {
  const base = join(root, one.folder);
  const entries = Object.values(one.entries).map((source) => join(base, source.replace(/\.ts$/, ".d.ts")));
  const declared = new Map([...emit(one)].map(([file, text]) => [file, text.replace(ownSpecifier, "$1.js$2")]));
  for (const [file, text] of publicPart(declared, entries)) {
    for (const [, name = ""] of text.matchAll(outsideSpecifier))
      if (!allowed.test(name) && !published.has(name))
        throw new Error(`${relative(root, file)} declares public types with "${name}".`);
    const path = join(target, relative(base, file));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** TypeScript before 5.0 does not support imports that end in `.ts`, and every version finds `x.d.ts` for `x.js`. */
const ownSpecifier = /((?:from |import\()"\.[^"]*)\.ts(")/g;
/** Ignores comments, whose examples import other packages. */
const outsideSpecifier = /^(?! *\/?\*).*?(?: from |import\()"([^."][^"]*)"/gm;
const allowed = /^(node:|@pulumi\/)/;
/** What our other packages publish follows the same rule. */
const published = new Set(Object.keys(packages[0]?.entries ?? {}).map((entry) => `@cloudplatform/pulumi/${entry}`));

/** Declarations of everything in the package that its entry points use, by path. */
function emit(one: PackedPackage): Map<string, string> {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(
    Object.values(one.entries).map((source) => join(root, one.folder, source)),
    // `npm run check` reports errors of types; checking them here again took a quarter of the time of a pack.
    { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true, stripInternal: true, noCheck: true },
  );
  const files = new Map<string, string>();
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(join(root, one.folder, "/")));
  const problems = own.flatMap((file) => {
    const write: ts.WriteFileCallback = (name, text) => void files.set(name, writtenOut(program, file, text));
    return program.emit(file, write, undefined, true).diagnostics;
  });
  if (problems.length > 0)
    throw new Error(
      ts.formatDiagnostics(problems, { ...ts.sys, getCanonicalFileName: String, getNewLine: () => "\n" }),
    );
  return files;
}
