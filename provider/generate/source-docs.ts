import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const provider = fileURLToPath(new URL("../", import.meta.url));

/** A top-level name of a source file. */
export interface Declared {
  name: string;
  isExported: boolean;
  /** Text of its docstring, without tags. */
  description: string;
  /** Code of its `@example` tags. */
  examples: string[];
  /** Its statement. */
  node: ts.Statement;
}

/** The top-level names of a file of provider/. */
export function declaredIn(file: string): Declared[] {
  return parse(file).statements.flatMap((statement) => namesOf(statement).map((name) => declared(name, statement)));
}

/** All TypeScript files below a folder of provider/. */
export function filesIn(folder: string): string[] {
  const found = fs.readdirSync(path.join(provider, folder), { recursive: true }).map(String);
  return found.filter((file) => file.endsWith(".ts")).map((file) => path.posix.join(folder, file));
}

/** Returns a file of provider/resources and all others there that it imports, directly or indirectly. */
export function importedFiles(file: string, found: Set<string> = new Set()): string[] {
  if (found.has(file) || !file.startsWith("resources/")) return [...found];
  found.add(file);
  for (const { moduleSpecifier } of parse(file).statements.filter(ts.isImportDeclaration))
    if (ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text.startsWith("."))
      importedFiles(path.posix.join(path.posix.dirname(file), moduleSpecifier.text), found);
  return [...found];
}

/** Ids of the endpoints that a node refers to, as `endpoints["apps.list"]`. */
export function endpointIds(node: ts.Node): string[] {
  const own =
    ts.isElementAccessExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === "endpoints" &&
    ts.isStringLiteral(node.argumentExpression)
      ? [node.argumentExpression.text]
      : [];
  return [...own, ...childrenOf(node).flatMap(endpointIds)];
}

/** Names that a node refers to. */
export function identifiersIn(node: ts.Node): string[] {
  return ts.isIdentifier(node) ? [node.text] : childrenOf(node).flatMap(identifiersIn);
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  return children;
}

/** Text of a file of provider/. */
export function textOf(file: string): string {
  return fs.readFileSync(path.join(provider, file), "utf8");
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true);
}

function declared(name: string, statement: ts.Statement): Declared {
  return {
    name,
    isExported: ts.getCombinedModifierFlags(statement as unknown as ts.Declaration) === ts.ModifierFlags.Export,
    description: docstring(statement),
    examples: examplesOf(statement),
    node: statement,
  };
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map((one) => one.name.getText());
  if (ts.isClassDeclaration(statement) || ts.isFunctionDeclaration(statement))
    return statement.name === undefined ? [] : [statement.name.text];
  return [];
}

/** Text of a docstring before its tags, with links shown as code. */
function docstring(node: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return (ts.getTextOfJSDocComment(doc?.comment) ?? "").replace(/\{@link (\w+)\}/g, "`$1`").trim();
}

function examplesOf(node: ts.Node): string[] {
  return ts
    .getJSDocTags(node)
    .filter((tag) => tag.tagName.text === "example")
    .map((tag) => /```ts\n([\s\S]*?)\n?```/.exec(ts.getTextOfJSDocComment(tag.comment) ?? "")?.[1] ?? "");
}
