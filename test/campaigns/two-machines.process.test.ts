import { expect, test } from "vitest";
import { runLanes } from "../../campaigns/ownership/lanes.ts";
import { openPostgres } from "../../campaigns/ownership/postgres.ts";
import type { Outcome } from "../../campaigns/two-machines/handover.ts";

// The full campaign is campaigns/two-machines. These seeds are a short sample.
const seeds = [4, 7];

test("a second machine resumes after the first one was killed, with PostgreSQL as backend", async () => {
  const postgres = await openPostgres();
  const outcomes: Outcome[] = [];
  try {
    const options = { lanes: 2, args: { port: postgres.port, provider: "mixed" } } as const;
    await runLanes<Outcome>("two-machines", seeds, options, (one) => outcomes.push(one));
  } finally {
    await postgres.stop();
  }
  expect(outcomes.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  expect(outcomes.map(({ ended }) => ended)).toContain("killed");
});
