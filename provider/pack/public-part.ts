import { dirname, join } from "node:path";
import ts from "typescript";

/**
 * Returns the part of a package's declaration files that its entry points can reach, statement by statement: of a file that
 * declares a public class and ten internal functions, only the class is kept.
 */
export function publicPart(files: ReadonlyMap<string, string>, entries: readonly string[]): Map<string, string> {
  const program = programOf(files);
  const needed = neededStatements(program, entries);
  const sources = [...files.keys()].map((name) => sourceOf(program, name));
  const isKept = (symbol: ts.Symbol) => (symbol.declarations ?? []).some((one) => needed.has(topLevel(one)));
  const kept = new Map<string, string>();
  for (const source of sources) {
    kept.set(source.fileName, keptText(program, source, needed, isKept));
  }
  return withoutUnusedImports(kept, entries);
}

function programOf(files: ReadonlyMap<string, string>): ts.Program {
  const options: ts.CompilerOptions = { noLib: true, types: [], module: ts.ModuleKind.Preserve };
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(options),
    fileExists: (name) => files.has(name),
    readFile: (name) => files.get(name),
    getSourceFile: (name, language) => {
      const text = files.get(name);
      return text === undefined ? undefined : ts.createSourceFile(name, text, language, true);
    },
    // External modules are not resolved.
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => {
        const resolvedFileName = join(dirname(from), text.replace(/\.js$/, ".d.ts"));
        const isOwn = text.startsWith(".") && files.has(resolvedFileName);
        return { resolvedModule: isOwn ? { resolvedFileName, extension: ts.Extension.Dts } : undefined };
      }),
  };
  return ts.createProgram([...files.keys()], options, host);
}

function sourceOf(program: ts.Program, name: string): ts.SourceFile {
  const source = program.getSourceFile(name);
  if (source === undefined) throw new Error(`${name} is declared nowhere.`);
  return source;
}

/** Returns the declarations that the exports of the entry points need, directly or indirectly. */
function neededStatements(program: ts.Program, entries: readonly string[]): Set<ts.Node> {
  const checker = program.getTypeChecker();
  const needed = new Set<ts.Node>();
  const waiting: ts.Symbol[] = [];
  const seen = new Set<ts.Symbol>();
  const need = (symbol: ts.Symbol | undefined) => {
    if (symbol === undefined || seen.has(symbol)) return;
    seen.add(symbol);
    waiting.push(symbol);
  };
  for (const entry of entries) need(checker.getSymbolAtLocation(sourceOf(program, entry)));
  for (let symbol = waiting.pop(); symbol !== undefined; symbol = waiting.pop()) {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    for (const declaration of target.declarations ?? []) {
      // A whole module is needed if it becomes a namespace or is an entry point.
      if (ts.isSourceFile(declaration)) checker.getExportsOfModule(target).forEach(need);
      else visit(topLevel(declaration));
    }
  }
  return needed;

  function visit(statement: ts.Node): void {
    if (needed.has(statement)) return;
    needed.add(statement);
    const walk = (node: ts.Node) => {
      if (ts.isIdentifier(node)) need(checker.getSymbolAtLocation(node));
      ts.forEachChild(node, walk);
    };
    walk(statement);
  }
}

function topLevel(node: ts.Node): ts.Node {
  let statement = node;
  while (statement.parent !== undefined && !ts.isSourceFile(statement.parent)) statement = statement.parent;
  return statement;
}

/** Returns the file without unneeded statements and re-exports; unused imports remain. */
function keptText(
  program: ts.Program,
  source: ts.SourceFile,
  needed: ReadonlySet<ts.Node>,
  isKept: (symbol: ts.Symbol) => boolean,
): string {
  const checker = program.getTypeChecker();
  const isNeeded = (name: ts.Node) => {
    const symbol = checker.getSymbolAtLocation(name);
    if (symbol === undefined) return false;
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return isKept(target);
  };
  const parts: string[] = [];
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) parts.push(statement.getFullText().replace(/(?<=[{,] ?)type /g, ""));
    else if (!ts.isExportDeclaration(statement)) parts.push(needed.has(statement) ? statement.getFullText() : "");
    else if (statement.exportClause !== undefined && ts.isNamedExports(statement.exportClause)) {
      const { elements } = statement.exportClause;
      const from = statement.moduleSpecifier === undefined ? "" : ` from ${statement.moduleSpecifier.getText()}`;
      const isType = (one: ts.ExportSpecifier) => statement.isTypeOnly || one.isTypeOnly;
      const left = elements.filter(({ name }) => isNeeded(name));
      for (const [keyword, some] of [
        ["export", left.filter((one) => !isType(one))],
        ["export type", left.filter(isType)],
      ] as const) {
        const names = some.map((one) => one.getText().replace(/^type /, ""));
        if (names.length > 0) parts.push(`\n${keyword} { ${names.join(", ")} }${from};`);
      }
    } else if (statement.moduleSpecifier !== undefined) {
      const module = checker.getSymbolAtLocation(statement.moduleSpecifier);
      const exports = module === undefined ? [] : checker.getExportsOfModule(module);
      const targets = exports.map((one) => (one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one));
      // TypeScript before 5.0 does not support "export type *", and a declaration file does not need it.
      if (targets.some(isKept)) parts.push(statement.getFullText().replace(/^(\s*export )type \*/m, "$1*"));
    }
  }
  return `${parts.join("").trim()}\n`;
}

/** Removes imports that only an `@internal` member or a dropped statement needed. */
function withoutUnusedImports(files: ReadonlyMap<string, string>, entries: readonly string[]): Map<string, string> {
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({ noLib: true, types: [], noResolve: true }),
    getScriptFileNames: () => [...files.keys()],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => ts.ScriptSnapshot.fromString(files.get(name) ?? ""),
    getCurrentDirectory: () => "/",
    getDefaultLibFileName: () => "lib.d.ts",
    fileExists: (name) => files.has(name),
    readFile: (name) => files.get(name),
  });
  const mode = ts.OrganizeImportsMode.RemoveUnused;
  const clean = new Map<string, string>();
  for (const [fileName, text] of files) {
    const [change] = service.organizeImports({ type: "file", fileName, mode }, {}, {});
    clean.set(fileName, change === undefined ? text : applied(text, change.textChanges));
  }
  for (const [fileName, text] of clean) if (text.trim() === "" && !entries.includes(fileName)) clean.delete(fileName);
  return clean;
}

function applied(text: string, changes: readonly ts.TextChange[]): string {
  return [...changes]
    .sort((a, b) => b.span.start - a.span.start)
    .reduce((all, { span, newText }) => all.slice(0, span.start) + newText + all.slice(span.start + span.length), text);
}
