import { expect, test } from "vitest";
import { inputNames, liveInputs, outputsIn } from "../../provider/engine/compare/live-inputs.ts";
import { clusterHandler } from "../../provider/resources/cluster/handler.ts";
import { reservationHandler } from "../../provider/resources/reservation/handler.ts";
import { secretHandler } from "../../provider/resources/secret/handler.ts";

test("a resource has the inputs of its schema, those that only the provider reads, and those that check adds", () => {
  expect(inputNames(reservationHandler)).toEqual(expect.arrayContaining(["name", "confirmCommitment", "quote"]));
  expect(new Set(inputNames(clusterHandler)).size).toBe(inputNames(clusterHandler).length);
});

test("of a response the outputs are what the schema names and what is set", () => {
  const { schema } = clusterHandler;
  expect(outputsIn(schema, { name: "edge", keypair: null, other: 1 })).toEqual({ name: "edge" });
});

test("live inputs are those that the platform shows, and of the declared ones what it never sees; no others", () => {
  const provider = { schema: secretHandler.schema, computedInputs: ["quote"] };
  const declared = { name: "a", quote: "declared", ofAnEarlierRelease: 1 };
  expect(liveInputs(provider as never, { name: "b", comment: null }, declared)).toEqual({
    name: "b",
    quote: "declared",
  });
});
