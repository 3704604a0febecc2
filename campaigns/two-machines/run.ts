import { runCampaign } from "../ownership/campaign.ts";
import { openPostgres } from "../ownership/postgres.ts";
import { sumOf } from "../ownership/report.ts";
import type { Outcome } from "./handover.ts";

const countOf = (outcomes: readonly Outcome[], names: (outcome: Outcome) => readonly string[]) =>
  sumOf(outcomes.flatMap((outcome) => names(outcome).map((name) => ({ [name]: 1 }))));

/**
 * Machine A is interrupted, and machine B continues without A's records: `node campaigns/two-machines/run.ts --runs 200 --seed
 * 1`. A seed repeats a run: `--runs 1 --seed 117`.
 */
const postgres = await openPostgres();
try {
  await runCampaign<Outcome>({
    name: "two-machines",
    unit: "runs",
    laneArgs: () => ({ port: postgres.port }),
    figures: (outcomes) => ({
      kinds: countOf(outcomes, ({ kinds }) => kinds),
      machineA: countOf(outcomes, ({ ended }) => [ended]),
      faultsOfA: countOf(outcomes, ({ fault }) => [fault]),
      machineB: countOf(outcomes, ({ carriedOn }) => [carriedOn]),
    }),
  });
} finally {
  await postgres.stop();
}
// The database package's hooks would keep the process running.
process.exit();
