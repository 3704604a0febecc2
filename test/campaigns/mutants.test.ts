import { describe, expect, test } from "vitest";
import { blocksOf, withMarks } from "../../campaigns/mutants/coverage-marks.ts";
import { mutantsOf, mutated } from "../../campaigns/mutants/operators.ts";

/** Returns the source after each of its mutations. */
const changes = (text: string) => mutantsOf("a.ts", text).map((mutant) => mutated(text, mutant));

describe("mutants of a source", () => {
  test("change comparisons, conditions, calls and results", () => {
    expect(changes("if (a < 1) call();")).toEqual([
      "if (!(a < 1)) call();",
      "if (false) call();",
      "if (a <= 1) call();",
      "if (a < (1 + 1)) call();",
      "if (a < 1) ;",
    ]);
    expect(changes("const f = () => { return a ?? b; };")).toEqual([
      "const f = () => { return undefined; };",
      "const f = () => { return (a); };",
    ]);
  });

  test("do not change types, imports, texts and calls of the super class", () => {
    expect(
      changes('import { a } from "a"; type T = true | 1; class B extends A { constructor() { super("x"); } }'),
    ).toEqual([]);
    expect(changes('const text = "a" + b;')).toEqual([]);
  });
});

describe("the marks of coverage", () => {
  /** Runs a source with marks. Returns its result and the indexes of the blocks it entered. */
  const run = (source: string) => {
    const called: number[] = [];
    Object.assign(globalThis, { __called: (_: string, index: number) => called.push(index) });
    const value: unknown = new Function(withMarks("a.ts", source))();
    Reflect.deleteProperty(globalThis, "__called");
    return { value, called, blocks: blocksOf("a.ts", source).length };
  };

  test("record each function that was called, and do not change its result", () => {
    const source = "const f = (n) => n + 1; const g = function () { return f(1); }; return g();";
    expect(run(source)).toEqual({ value: 2, called: [2, 1], blocks: 3 });
  });

  test("record each branch and right operand that was evaluated", () => {
    const source = "for (const n of [1, 2]) if (n === 1) n && n; else return n === 2 ? n ?? 0 : 0;";
    expect(run(source)).toEqual({ value: 2, called: [1, 2, 4, 1, 3, 5], blocks: 8 });
  });
});
