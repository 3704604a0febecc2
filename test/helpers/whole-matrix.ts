import { expect } from "vitest";

/**
 * Whether this file walks all rows of a matrix. Its `*.process.test.ts`, which `npm run test:all` runs, does; its `*.test.ts` in
 * `npm test` walks each column with one of the rows.
 */
export const isWhole = (): boolean => (expect.getState().testPath ?? "").endsWith(".process.test.ts");

/** Those of the rows that this file walks for a column. */
export function rowsOf<Row>(rows: readonly Row[], column: number): Row[] {
  return isWhole() ? [...rows] : rows.filter((_, index) => index === column % rows.length);
}
