import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Attack, exponentialAttack } from "../../provider/regex/backtracking.ts";
import { type PatternNode, parsePattern, textEnd, textStart } from "../../provider/regex/parser.ts";

const maxSteps = 100_000;

/** Matches a text from its start as a backtracking engine does. Returns the number of steps and the result. */
function stepsOf(pattern: string, text: string): { steps: number; isMatched: boolean } {
  const root = parsePattern(pattern);
  if (root === undefined) throw new Error(`${pattern} is not understood`);
  let steps = 0;
  const end = text.length;
  const match = (node: PatternNode, at: number, go: (at: number) => boolean): boolean => {
    if (++steps > maxSteps) return true;
    if (node.kind === "characters") {
      if (node.ranges.some(([from]) => from === textStart)) return at === 0 && go(at);
      if (node.ranges.some(([from]) => from === textEnd)) return at === end && go(at);
      const code = text.charCodeAt(at);
      return node.ranges.some(([from, to]) => from <= code && code <= to) && go(at + 1);
    }
    if (node.kind !== "repeat") {
      if (node.kind === "choice") return node.parts.some((part) => match(part, at, go));
      const from = (index: number, now: number): boolean => {
        const part = node.parts[index];
        return part === undefined ? go(now) : match(part, now, (next) => from(index + 1, next));
      };
      return from(0, at);
    }
    const { part, minimum, maximum } = node;
    const times = (count: number, now: number): boolean =>
      (count < maximum && match(part, now, (next) => (next !== now || count < minimum) && times(count + 1, next))) ||
      (count >= minimum && go(now));
    return times(0, at);
  };
  return { isMatched: match(root, 0, () => true), steps };
}

const textOf = ({ prefix, pump, suffix }: Attack, times: number) => prefix + pump.repeat(times) + suffix;

describe("exponential patterns are found", () => {
  test.each([
    ["(a+)+$"],
    ["(a*)*$"],
    ["(a|a)*$"],
    ["(a|aa)+$"],
    ["(a|a?)+$"],
    ["(a*b?)*$"],
    ["(.*)*$"],
    ["(.*a){2,}x"],
    ["^/(.*/)*x$"],
    ["(x+x+)+y"],
    ["([a-zA-Z]+)*$"],
    ["^(([a-z])+.)+[A-Z]([a-z])+$"],
    ["/(\\w+\\d*)*\\.png$"],
    ["^(\\d+|\\w+)*$"],
    ["(?:[^/]+/?)+\\.jpg$"],
    ["(?<part>a{1,3}){1,}b"],
    ["((a{1,})+)+b"],
    ["(c+?\\w0./{1,3}[^/]/)+x$"],
  ])("%s", (pattern) => {
    expect(exponentialAttack(pattern)).toBeDefined();
  });
});

describe("ordinary patterns pass", () => {
  test.each([
    [".*"],
    ["/path/.*\\.(jpg|png)$"],
    ["/images/.*\\.(png|jpe?g)$"],
    ["^/([^/]+/)*[^/]+\\.css$"],
    ["/.*/.*/.*"],
    ["(\\d+,)*\\d+$"],
    ["^/(en|de|fr)/.*"],
    ["^(a|ab)(c|bcd)*x$"],
    ["([a-z]+\\.)+com$"],
    ["(a*b)*$"],
    ["(\\/[\\w-]+)+\\/?$"],
    ["^/api/v[0-9]+/(users|orders)(/[0-9]+)*$"],
    ["\\.(?:css|js)(\\?.*)?$"],
    // Match immediately, whatever follows.
    ["/(a+)+"],
    ["(a+)+[\\s\\S]"],
    // Patterns that the parser does not understand are accepted.
    ["/((?!x).)*$"],
    ["(a+)\\1+$"],
    ["(\\bword)+$"],
  ])("%s", (pattern) => {
    expect(exponentialAttack(pattern)).toBeUndefined();
  });
});

/** Generates patterns from the elements that rules consist of. */
const { pattern } = fc.letrec<{ node: string; pattern: string }>((tie) => ({
  node: fc
    .oneof(
      { depthSize: "small" },
      fc.tuple(fc.constantFrom("a", "b", ".", "\\d", "[a-c]", "[^/]", "/"), fc.constantFrom("", "", "*", "+", "?")),
      fc.array(tie("node"), { minLength: 2, maxLength: 3 }),
      fc.tuple(
        fc.constant("("),
        fc.array(tie("node"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("|")),
        fc.constantFrom(")", ")*", ")+", ")?", "){2,}", "){1,3}"),
      ),
    )
    .map((parts) => parts.join("")),
  pattern: fc
    .tuple(fc.constantFrom("", "^", "/", "^/"), tie("node"), fc.constantFrom("", "$", "x$"))
    .map((parts) => parts.join("")),
}));

test("each attack that is found doubles the steps of a backtracking engine with each repetition, and does not match", () => {
  let found = 0;
  fc.assert(
    fc.property(pattern, (text) => {
      const attack = exponentialAttack(text);
      if (attack === undefined) return;
      found++;
      const [few, many] = [stepsOf(text, textOf(attack, 5)), stepsOf(text, textOf(attack, 12))];
      expect(few.isMatched && few.steps <= maxSteps).toBe(false);
      if (few.steps <= maxSteps && many.steps <= maxSteps) expect(many.steps / few.steps).toBeGreaterThan(2 ** 5);
    }),
    { numRuns: 300, seed: 7 },
  );
  expect(found).toBeGreaterThan(50);
});
