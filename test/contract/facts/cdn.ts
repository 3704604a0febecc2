import { cdnOptions } from "./cdn-options.ts";
import { type Field, type Fields, flag, integer, object, required, text } from "./field.ts";

const overrideOriginProtocol = text({ nullable: true, values: ["HTTPS", "HTTP", "MATCH"] });

const given: Fields = {
  name: text(),
  rule: text({ max: 300, sample: "/images" }),
  ruleType: integer({ min: 0, max: 1 }),
  weight: integer({ min: 1, max: 2_147_483_647 }),
  overrideOriginProtocol,
  options: object(cdnOptions),
};

/** platform-api §4 #2: the body of a create request. */
export const ruleTemplateBody: Field = object({
  ...given,
  rule: { ...given.rule, ...required } as Field,
  ruleType: { ...given.ruleType, ...required } as Field,
});

/** platform-api §2.2: the response. */
export const ruleTemplateRecord: Field = object({
  ...given,
  id: integer(),
  client: integer(),
  deleted: flag(),
  template: flag(),
  default: flag(),
});
