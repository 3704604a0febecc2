import ts from "typescript";

/** A range that runs as a unit: a function, a branch, or the right side of a condition. The first range of a file is the module. */
export interface BlockRange {
  start: number;
  end: number;
}

/** The module and all blocks of a source, outer ones first. */
export function blocksOf(file: string, text: string): BlockRange[] {
  return marksOf(file, text).ranges;
}

/** The source with a mark at the start of each block, which records that the block was called. */
export function withMarks(file: string, text: string): string {
  let marked = "";
  let at = 0;
  for (const { position, insert } of marksOf(file, text).edits) {
    marked += text.slice(at, position) + insert;
    at = position;
  }
  return marked + text.slice(at);
}

interface Edit {
  position: number;
  /** At equal positions, an outer block opens first and closes last. */
  order: number;
  insert: string;
}

const conditions: readonly ts.SyntaxKind[] = [
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
];

/** The parts of a node that may run or not: its body, its branches, or its right side. */
function partsOf(node: ts.Node): ts.Node[] {
  if (ts.isFunctionLike(node)) return "body" in node && node.body !== undefined ? [node.body as ts.Node] : [];
  if (ts.isIfStatement(node)) return [node.thenStatement, node.elseStatement].filter((part) => part !== undefined);
  if (ts.isIterationStatement(node, false)) return [node.statement];
  if (ts.isCatchClause(node)) return [node.block];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
  return ts.isBinaryExpression(node) && conditions.includes(node.operatorToken.kind) ? [node.right] : [];
}

function marksOf(file: string, text: string): { ranges: BlockRange[]; edits: Edit[] } {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const ranges: BlockRange[] = [{ start: 0, end: text.length }];
  const opened: Edit[] = [];
  const closed: Edit[] = [];
  const add = (part: ts.Node, whole: ts.Node) => {
    const order = ranges.length;
    const mark = `globalThis.__called?.(${JSON.stringify(file)}, ${order})`;
    const [start, end] = [part.getStart(source), part.getEnd()];
    ranges.push({ start: whole.getStart(source), end: whole.getEnd() });
    if (ts.isBlock(part)) return opened.push({ position: start + 1, order, insert: `${mark};` });
    const [before, after] = ts.isExpression(part) ? [`(${mark}, `, ")"] : [`{${mark};`, "}"];
    opened.push({ position: start, order, insert: before });
    return closed.push({ position: end, order: -order, insert: after });
  };
  const visit = (node: ts.Node): void => {
    for (const part of partsOf(node)) add(part, ts.isFunctionLike(node) ? node : part);
    ts.forEachChild(node, visit);
  };
  visit(source);
  const edits = [...closed.toSorted(inOrder), ...opened.toSorted(inOrder)];
  return { ranges, edits: edits.toSorted((a, b) => a.position - b.position) };
}

function inOrder(one: Edit, other: Edit): number {
  return one.position - other.position || one.order - other.order;
}
