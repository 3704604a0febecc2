import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { functionsOf } from "./coverage-marks.ts";
import type { Mutant } from "./operators.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What a test file has called, as `called.ts` writes it. */
interface Called {
  test: string;
  seconds: number;
  called: string[];
}

/** A test file with its processor time. */
export interface CoveringTest {
  file: string;
  seconds: number;
}

/** Which test files call which functions. */
export class Coverage {
  readonly #tests: readonly (CoveringTest & { called: ReadonlySet<string> })[];

  /** @param file Lines of `called.ts`. */
  constructor(file: string) {
    const lines = readFileSync(file, "utf8").trim().split("\n");
    this.#tests = lines
      .map((line) => JSON.parse(line) as Called)
      .map(({ test, seconds, called }) => ({
        ...{ file: relative(root, test).replaceAll("\\", "/"), seconds },
        called: new Set([...called, ...called.map((one) => one.split(" ")[0] ?? "")]),
      }))
      .sort((a, b) => a.seconds - b.seconds);
  }

  /**
   * The test files that call the function with the mutant in it; outside of functions, any of its file. Those of the same area
   * come first, the cheapest before others: they notice most.
   */
  testsOf({ file, start, end }: Mutant): CoveringTest[] {
    const functions = functionsOf(file, readFileSync(join(root, file), "utf8"));
    const innermost = functions.findLastIndex((range) => range.start <= start && end <= range.end);
    const wanted = innermost <= 0 ? file : `${file} ${innermost}`;
    const areas = new Set(file.split("/").slice(0, -1));
    const isNear = (test: CoveringTest) => areas.has(test.file.split("/")[1] ?? "");
    const found = this.#tests.filter(({ called }) => called.has(wanted));
    return [...found.filter(isNear), ...found.filter((test) => !isNear(test))];
  }
}
