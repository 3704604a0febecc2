import { ruleTemplateBody } from "@cloudplatform/pulumi/api";
import { expect, test } from "vitest";
import { z } from "zod";
import { boundaryTests } from "./comparison/boundary-tests.ts";
import { compare } from "./comparison/compare.ts";
import { expectedParts } from "./comparison/expected.ts";
import { listed } from "./comparison/listed.ts";
import { mutations } from "./comparison/mutations.ts";
import { shapeOf } from "./comparison/shape.ts";
import { endpointFacts } from "./facts/endpoints.ts";

/** Shows that the tests of this folder can fail: each test here changes one fact or schema and expects a difference. */

const { expected } = expectedParts();

for (const { number, method, path } of endpointFacts) {
  for (const part of ["params", "query", "body", "response"] as const) {
    const at = `#${number} ${part}`;
    const field = expected[at];
    if (field === undefined) continue;
    const direction = part === "response" ? "response" : "request";

    test(`no rule on the ${part} of ${method} ${path} can change without a difference to the schema`, () => {
      const shape = shapeOf(listed(number, part));
      const unnoticed: string[] = [];
      for (const mutation of mutations(field, at, direction)) {
        mutation.apply();
        if (compare(field, shape, at, direction).length === 0) unnoticed.push(mutation.at);
        mutation.revert();
      }
      expect(unnoticed, unnoticed.join("\n")).toEqual([]);
    });
  }
}

const fields = ruleTemplateBody.shape;
const broken: [what: string, schema: z.ZodType, at: string][] = [
  [
    "a bound that is too low",
    ruleTemplateBody.extend({ weight: z.int().min(1).max(2_147_483_646).optional() }),
    "weight",
  ],
  ["a bound that is too high", ruleTemplateBody.extend({ rule: z.string().min(1).max(301) }), "rule"],
  ["a bound that is lifted", ruleTemplateBody.extend({ ruleType: z.int().min(0) }), "ruleType"],
  ["a field that is needed", ruleTemplateBody.extend({ name: z.string().min(1) }), "name"],
  ["a field that is not needed", ruleTemplateBody.extend({ ruleType: fields.ruleType.optional() }), "ruleType"],
  ["a default", ruleTemplateBody.extend({ weight: fields.weight.unwrap().default(1) }), "weight"],
  [
    "a value that is refused",
    ruleTemplateBody.extend({ overrideOriginProtocol: z.enum(["HTTPS", "HTTP"]).nullish() }),
    "overrideOriginProtocol",
  ],
  [
    "null that is refused",
    ruleTemplateBody.extend({ overrideOriginProtocol: z.enum(["HTTPS", "HTTP", "MATCH"]).optional() }),
    "overrideOriginProtocol",
  ],
  ["null that is taken", ruleTemplateBody.extend({ name: fields.name.nullable() }), "name"],
  ["another type", ruleTemplateBody.extend({ weight: z.number().min(1).max(2_147_483_647).optional() }), "weight"],
  [
    "a rule that the structure does not show",
    ruleTemplateBody.extend({
      name: z
        .string()
        .min(1)
        .refine((name) => name.length < 99)
        .optional(),
    }),
    "name",
  ],
];

for (const [what, schema, at] of broken) {
  test(`trying values on a schema finds ${what}`, () => {
    const differences = boundaryTests(schema, expected["#2 body"] ?? { type: "unstated" }, "#2 body", "request");
    expect(differences).toEqual(
      expect.arrayContaining([expect.stringMatching(`^#2 body(\\.${at}: |: the minimal .*${at} )`)]),
    );
  });
}
