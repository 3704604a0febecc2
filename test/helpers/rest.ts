import { expect, test } from "vitest";

/**
 * Whether this file runs the rest of a test matrix. `*.test.ts`, which `npm test` runs, covers each column with one row.
 * `*.process.test.ts`, which `npm run test:all` runs, covers the other rows and repeats nothing.
 */
export const isRest = (): boolean => (expect.getState().testPath ?? "").endsWith(".process.test.ts");

/** Whether this file runs a case. `isFirst`: the case belongs to `npm test`. */
export const isOwn = (isFirst: boolean): boolean => isFirst !== isRest();

/** Returns the rows that this file runs for a column. */
export function rowsOf<Row>(rows: readonly Row[], column: number): Row[] {
  return rows.filter((_, index) => isOwn(index === column % rows.length));
}

/** Defines a test that runs only in `npm test`. */
export function testOnce(...[name, run]: [name: string, run: () => unknown]): void {
  if (!isRest()) test(name, run);
}
