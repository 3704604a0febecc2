import { expect, test } from "vitest";

/**
 * Whether this file shows the rest of a matrix. Its `*.test.ts`, which `npm test` runs, shows each column with one of the rows;
 * its `*.process.test.ts`, which `npm run test:all` runs, shows the other rows: what `npm test` has shown is not shown again.
 */
export const isRest = (): boolean => (expect.getState().testPath ?? "").endsWith(".process.test.ts");

/** Whether a case is shown by this file. `isFirst`: by that of `npm test`. */
export const isOwn = (isFirst: boolean): boolean => isFirst !== isRest();

/** Those of the rows that this file shows for a column. */
export function rowsOf<Row>(rows: readonly Row[], column: number): Row[] {
  return rows.filter((_, index) => isOwn(index === column % rows.length));
}

/** A test of `npm test`: nothing of it is left for the rest. */
export function testOnce(...[name, run]: [name: string, run: () => unknown]): void {
  if (!isRest()) test(name, run);
}
