import { describe, test } from "vitest";
import type { Row } from "./list.ts";
import { type Kind, kinds } from "./resources.ts";

/** Checks a row for one resource. */
export type Check = (kind: Kind) => void | Promise<void>;

/** Declares one test for every cell of the table. A row without a check does not compile. */
export function testRows<Id extends string>(rows: Record<Id, Row>, checks: Record<Id, Check>): void {
  for (const id of Object.keys(checks) as Id[])
    describe(`${rows[id].title}: ${rows[id].holds}`, () => {
      for (const kind of kinds) test(kind, () => checks[id](kind));
    });
}
