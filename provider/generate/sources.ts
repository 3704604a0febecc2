import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const provider = fileURLToPath(new URL("../", import.meta.url));

/** A top-level name of a source file. */
export interface Declared {
  name: string;
  isExported: boolean;
  /** What its docstring says, without tags. */
  description: string;
  /** Text of the statement. */
  text: string;
  /** Of a class: its outputs. */
  outputs: Output[];
}

/** A property that a resource class declares. */
export interface Output {
  name: string;
  /** Its type inside `pulumi.Output<…>`. */
  type: string;
  description: string;
}

/** The top-level names of a file of provider/. */
export function declaredIn(file: string): Declared[] {
  const text = fs.readFileSync(path.join(provider, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => namesOf(statement).map((name) => declared(name, statement)));
}

/** All TypeScript files below a folder of provider/. */
export function filesIn(folder: string): string[] {
  const found = fs.readdirSync(path.join(provider, folder), { recursive: true }).map(String);
  return found.filter((file) => file.endsWith(".ts")).map((file) => path.posix.join(folder, file));
}

/** A file of provider/resources and all others there that it imports, directly or not. */
export function filesOf(file: string, found: Set<string> = new Set()): string[] {
  if (found.has(file) || !file.startsWith("resources/")) return [...found];
  found.add(file);
  const text = fs.readFileSync(path.join(provider, file), "utf8");
  for (const [, from] of text.matchAll(/ from "(\..*)";$/gm))
    filesOf(path.posix.join(path.posix.dirname(file), from ?? ""), found);
  return [...found];
}

function declared(name: string, statement: ts.Statement): Declared {
  return {
    name,
    isExported: ts.getCombinedModifierFlags(statement as unknown as ts.Declaration) === ts.ModifierFlags.Export,
    description: docstring(statement),
    text: statement.getText(),
    outputs: ts.isClassDeclaration(statement)
      ? statement.members.filter(ts.isPropertyDeclaration).flatMap(outputOf)
      : [],
  };
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map((one) => one.name.getText());
  if (ts.isClassDeclaration(statement) || ts.isFunctionDeclaration(statement))
    return statement.name === undefined ? [] : [statement.name.text];
  return [];
}

function outputOf(property: ts.PropertyDeclaration): Output[] {
  const type = /^pulumi\.Output<(.*)>$/s.exec(property.type?.getText() ?? "")?.[1];
  if (type === undefined) return [];
  return [{ name: property.name.getText(), type, description: docstring(property) }];
}

/** Text of a docstring before its tags, with links as code. */
function docstring(node: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return (ts.getTextOfJSDocComment(doc?.comment) ?? "").replace(/\{@link (\w+)\}/g, "`$1`").trim();
}
