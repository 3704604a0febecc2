import { runCampaign } from "../ownership/campaign.ts";
import { sumOf } from "../ownership/report.ts";
import type { Outcome } from "./sequence.ts";

/**
 * Random lifecycles of two stacks on one platform: `node campaigns/lifecycles/run.ts --sequences 200 --seed 1`. A seed repeats a
 * sequence: `--sequences 1 --seed 117`.
 */
await runCampaign<Outcome>({
  name: "lifecycles",
  unit: "sequences",
  options: { length: "4" },
  laneArgs: ({ length }) => ({ length: Number(length) }),
  figures: (outcomes) => ({
    operations: sumOf(outcomes.map(({ operations }) => operations)),
    killed: outcomes.reduce((sum, { killed }) => sum + killed, 0),
  }),
});
