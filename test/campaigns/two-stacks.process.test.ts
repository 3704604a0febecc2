import { expect, test } from "vitest";
import { type Outcome, runCases } from "../../campaigns/two-stacks/campaign.ts";

// The full campaign is campaigns/two-stacks. With each of these seeds, one stack adopts the other's object if the provider does
// not ask the other stacks of the backend or does not remember all of its requests. In the last two, the stacks have different
// backends, and one adopts the other's object without the setting stopOnLostResponse.
const seeds = [6, 14, 5, 70];

test("two stacks that request the same object at once never both own it, whichever request is lost", async () => {
  const outcomes: Outcome[] = [];
  await runCases(
    seeds,
    () => true,
    (one) => outcomes.push(one),
  );
  expect(outcomes.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
});
