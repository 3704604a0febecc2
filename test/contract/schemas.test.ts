import { streamSettings } from "@cloudplatform/pulumi/api";
import { expect, test } from "vitest";
import { boundaryTests } from "./comparison/boundary-tests.ts";
import { compare } from "./comparison/compare.ts";
import { expectedParts } from "./comparison/expected.ts";
import { listed } from "./comparison/listed.ts";
import { shapeOf } from "./comparison/shape.ts";
import { endpointFacts } from "./facts/endpoints.ts";
import { streamSettings as streamFacts } from "./facts/streaming.ts";

const { expected, problems } = expectedParts();

test("every entry of the companion list adds to the contract", () => {
  expect(problems, problems.join("\n")).toEqual([]);
});

test("the schema of a stream's settings has the contract's fields and rules, and holds to them", () => {
  const differences = [
    ...compare(streamFacts, shapeOf(streamSettings), "stream settings", "request"),
    ...boundaryTests(streamSettings, streamFacts, "stream settings", "request"),
  ];
  expect(differences, differences.join("\n")).toEqual([]);
});

for (const { number, method, path } of endpointFacts) {
  for (const part of ["params", "query", "body", "response"] as const) {
    const at = `#${number} ${part}`;
    const field = expected[at];
    if (field === undefined) continue;
    const direction = part === "response" ? "response" : "request";

    test(`the ${part} of ${method} ${path} has the contract's fields and rules, no more and no fewer`, () => {
      const differences = compare(field, shapeOf(listed(number, part)), at, direction);
      expect(differences, differences.join("\n")).toEqual([]);
    });

    test(`the ${part} of ${method} ${path} accepts exactly the values that the contract allows`, () => {
      const differences = boundaryTests(listed(number, part), field, at, direction);
      expect(differences, differences.join("\n")).toEqual([]);
    });
  }
}
