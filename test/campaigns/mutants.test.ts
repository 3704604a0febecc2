import { describe, expect, test } from "vitest";
import { functionsOf, withMarks } from "../../campaigns/mutants/coverage-marks.ts";
import { mutantsOf, mutated } from "../../campaigns/mutants/operators.ts";

/** The sources that the mutants of a source make. */
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

  test("leave types, imports, texts and calls of the super class alone", () => {
    expect(
      changes('import { a } from "a"; type T = true | 1; class B extends A { constructor() { super("x"); } }'),
    ).toEqual([]);
    expect(changes('const text = "a" + b;')).toEqual([]);
  });
});

describe("the marks of coverage", () => {
  test("say of each function that it was called, and leave its result as it is", () => {
    const source = "const f = (n) => n + 1; const g = function () { return f(1); }; result.value = g();";
    const called: number[] = [];
    const result = { value: 0 };
    Object.assign(globalThis, { __called: (_: string, index: number) => called.push(index) });
    new Function("result", withMarks("a.ts", source))(result);
    expect(result.value).toBe(2);
    expect(called).toEqual([2, 1]);
    expect(functionsOf("a.ts", source)).toHaveLength(3);
    Reflect.deleteProperty(globalThis, "__called");
  });
});
