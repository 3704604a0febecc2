import ts from "typescript";

/** A function of a source; the first of a file is the module itself. */
export interface FunctionRange {
  start: number;
  end: number;
}

/** The module and all functions of a source, outer ones first. */
export function functionsOf(file: string, text: string): FunctionRange[] {
  return bodiesOf(file, text).ranges;
}

/** The source with a mark at the begin of each function that says that it was called. */
export function withMarks(file: string, text: string): string {
  const name = JSON.stringify(file);
  const { bodies } = bodiesOf(file, text);
  const edits = bodies.flatMap((body, index) => {
    const mark = `globalThis.__called?.(${name}, ${index + 1})`;
    if (ts.isBlock(body)) return [{ at: body.getStart() + 1, insert: `${mark};` }];
    return [
      { at: body.getStart(), insert: `(${mark}, ` },
      { at: body.getEnd(), insert: ")" },
    ];
  });
  let marked = text;
  for (const { at, insert } of edits.toSorted((a, b) => b.at - a.at))
    marked = marked.slice(0, at) + insert + marked.slice(at);
  return marked;
}

function bodiesOf(file: string, text: string): { ranges: FunctionRange[]; bodies: ts.ConciseBody[] } {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const ranges: FunctionRange[] = [{ start: 0, end: text.length }];
  const bodies: ts.ConciseBody[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      ranges.push({ start: node.getStart(source), end: node.getEnd() });
      bodies.push(node.body as ts.ConciseBody);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { ranges, bodies };
}
