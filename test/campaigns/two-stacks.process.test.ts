import { expect, test } from "vitest";
import { type Outcome, runCases } from "../../campaigns/two-stacks/campaign.ts";

// The whole campaign is in campaigns/two-stacks. In each of these seeds one stack took the other's object before it asked the
// other stacks of the backend, or before it remembered all of its requests; in the last two without the setting
// stopOnLostResponse, since the stacks have different backends.
const seeds = [6, 14, 5, 70];

test("two stacks that ask for the same at once never own one object together, whichever request is lost", async () => {
  const outcomes: Outcome[] = [];
  await runCases(
    seeds,
    () => true,
    (one) => outcomes.push(one),
  );
  expect(outcomes.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
});
