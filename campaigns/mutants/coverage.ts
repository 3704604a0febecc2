import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type BlockRange, blocksOf } from "./coverage-marks.ts";
import type { Mutant } from "./operators.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The blocks that a test has called, as `called.ts` writes them. Without an id: the blocks that its file has called between the
 * tests, or in all of them.
 */
export interface Called {
  test: string;
  id?: string | undefined;
  seconds: number;
  /** By source, the indices of the called blocks in `blocksOf`. */
  called: Record<string, number[]>;
}

/** A test with its processor time. Without an id: all tests of a file. */
export interface CoveringTest {
  file: string;
  id: string | undefined;
  seconds: number;
}

interface KnownTest extends CoveringTest {
  called: Record<string, ReadonlySet<number>>;
}

/** Maps blocks to the tests that call them. */
export class Coverage {
  readonly #tests: readonly KnownTest[];
  /** Sources with the blocks that are called while modules load, or before all tests of a file. */
  readonly #between: readonly KnownTest[];
  readonly #blocks = new Map<string, BlockRange[]>();

  /**
   * @param file Contains lines of `called.ts`.
   * @param isWhole Whether its lines are about whole files.
   */
  constructor(file: string, isWhole = false) {
    const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").filter(Boolean) : [];
    const known = lines.map((line) => {
      const { test, id, seconds, called } = JSON.parse(line) as Called;
      const sets = Object.entries(called).map(([name, blocks]) => [name, new Set(blocks)] as const);
      return { file: relative(root, test).replaceAll("\\", "/"), id, seconds, called: Object.fromEntries(sets) };
    });
    this.#tests = known.filter(({ id }) => isWhole || id !== undefined);
    this.#between = isWhole ? [] : known.filter(({ id }) => id === undefined);
  }

  /**
   * The tests that call the block with the mutant. For a block that is called while modules load, these are all tests that call
   * its source. Tests that run a branch of the changed condition come first, then cheaper tests; tests of the same area are
   * preferred.
   */
  testsOf({ file, start, end }: Mutant): CoveringTest[] {
    const blocks = this.#blocks.get(file) ?? blocksOf(file, readFileSync(join(root, file), "utf8"));
    this.#blocks.set(file, blocks);
    const block = blocks.findLastIndex((range) => range.start <= start && end <= range.end);
    const areas = new Set(file.split("/").slice(0, -1));
    const before = new Set(this.#between.filter(({ called }) => called[file]?.has(block)).map((one) => one.file));
    const isLoading = block <= 0 || before.size > 0;
    const branch = this.#rarestOf(file, branchesAt(blocks, block, { start, end }));
    const rankOf = (test: KnownTest): number | undefined => {
      const isDirect = block > 0 && test.called[file]?.has(block);
      const mayCall = before.has(test.file) || (isLoading && file in test.called);
      if (!isDirect && !mayCall) return undefined;
      const takesBranch = branch !== undefined && test.called[file]?.has(branch);
      return takesBranch ? 0 : isDirect ? 1 : 2;
    };
    const costOf = ({ file: name, seconds }: KnownTest) => seconds * (areas.has(name.split("/")[1] ?? "") ? 0.3 : 1);
    return this.#tests
      .flatMap((test) => ({ test, rank: rankOf(test) }))
      .filter((one): one is { test: KnownTest; rank: number } => one.rank !== undefined)
      .sort((one, other) => one.rank - other.rank || costOf(one.test) - costOf(other.test))
      .map(({ test: { file: name, id, seconds } }) => ({ file: name, id, seconds }));
  }

  /** The block with the minimum number of calling tests. */
  #rarestOf(file: string, blocks: readonly number[]): number | undefined {
    const callers = (block: number) => this.#tests.filter(({ called }) => called[file]?.has(block)).length;
    const called = blocks.map((block) => ({ block, count: callers(block) })).filter(({ count }) => count > 0);
    return called.sort((one, other) => one.count - other.count)[0]?.block;
  }
}

/** Maximum distance between the end of a condition and its branch: `) {`, ` ? `, `) return`. */
const branchDistance = 12;

/** The branches of a changed condition. Tests that run them notice most mutants. */
function branchesAt(blocks: readonly BlockRange[], own: number, { start, end }: BlockRange): number[] {
  const limit = blocks[own]?.end ?? Number.POSITIVE_INFINITY;
  return blocks.flatMap((range, index) => {
    const isBehind = range.start >= end && range.start - end <= branchDistance && range.end <= limit;
    const isWithin = range.start >= start && range.end <= end;
    return index > own && (isBehind || isWithin) ? [index] : [];
  });
}
