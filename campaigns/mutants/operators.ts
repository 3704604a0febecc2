import ts from "typescript";

/** One change of a source. */
export interface Mutant {
  file: string;
  line: number;
  /** Offsets of the replaced text. */
  start: number;
  end: number;
  original: string;
  replacement: string;
  /** The line of the source, and the index among equal changes of equal lines. Both stay valid when other lines change. */
  code: string;
  nth: number;
}

/** A key that identifies a mutant as long as its line is unchanged. */
export function keyOf({ file, code, original, replacement, nth }: Mutant): string {
  return JSON.stringify([file, code, original, replacement, nth]);
}

/** Binary operators with their replacements. */
const operators: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "===": "!==",
    "!==": "===",
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "+": "-",
    "-": "+",
    "*": "/",
    "/": "*",
    "&&": "||",
    "||": "&&",
  }),
);

/** Methods with their replacements. */
const methods: ReadonlyMap<string, string> = new Map(
  Object.entries({
    some: "every",
    every: "some",
    min: "max",
    max: "min",
    startsWith: "endsWith",
    endsWith: "startsWith",
    findLast: "find",
    toSorted: "slice",
    find: "findLast",
  }),
);

type Replace = (node: ts.Node, replacement: string) => void;

/** All mutants of a source, in its order. Types and imports have none, and neither have texts for people. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];
  const lines = text.split("\n");
  const keys = new Set<string>();
  const replace: Replace = (node, replacement) => {
    const [start, end] = [node.getStart(source), node.getEnd()];
    if (text.slice(start, end) === replacement) return;
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    const code = lines[line - 1]?.trim() ?? "";
    const mutant = { file, line, start, end, original: text.slice(start, end), replacement, code, nth: 0 };
    while (keys.has(keyOf(mutant))) mutant.nth += 1;
    keys.add(keyOf(mutant));
    mutants.push(mutant);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    expressions(node, source, replace);
    statements(node, source, replace);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

function expressions(node: ts.Node, source: ts.SourceFile, replace: Replace): void {
  const textOf = (part: ts.Node) => part.getText(source);
  if (ts.isBinaryExpression(node)) {
    const operator = textOf(node.operatorToken);
    const other = operators.get(operator);
    const isText = operator === "+" && [node.left, node.right].some(isTextual);
    if (other !== undefined && !isText) replace(node.operatorToken, other);
    if (operator === "??") replace(node, `(${textOf(node.left)})`);
  } else if (ts.isConditionalExpression(node)) {
    replace(node, `(${textOf(node.whenTrue)})`);
    replace(node, `(${textOf(node.whenFalse)})`);
  } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    replace(node, `(${textOf(node.operand)})`);
  else if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, "false");
  else if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, "true");
  else if (ts.isNumericLiteral(node) && !ts.isPropertyAssignment(node.parent)) replace(node, `(${node.text} + 1)`);
  else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression;
    const other = methods.get(name.text);
    if (other !== undefined) replace(name, other);
    if (name.text === "filter") replace(node, textOf(expression));
  }
}

function isTextual(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function statements(node: ts.Node, source: ts.SourceFile, replace: Replace): void {
  if (ts.isIfStatement(node)) {
    replace(node.expression, `!(${node.expression.getText(source)})`);
    replace(node.expression, "false");
  } else if (ts.isThrowStatement(node)) replace(node, ";");
  else if (ts.isExpressionStatement(node) && !isSuperCall(node.expression)) replace(node, ";");
  // Most callers treat false and undefined alike; `return false` is mutated to true instead.
  else if (ts.isReturnStatement(node) && node.expression !== undefined && !isFalse(node.expression))
    replace(node, "return undefined;");
}

function isFalse(node: ts.Expression): boolean {
  return node.kind === ts.SyntaxKind.FalseKeyword;
}

function isSuperCall(node: ts.Expression): boolean {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword;
}

/** The source with a mutant applied. */
export function mutated(text: string, { start, end, replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
