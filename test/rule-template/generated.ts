import { ruleTemplateBody } from "@cloudplatform/pulumi/api";
import type fc from "fast-check";
import { templateFailures } from "../../provider/resources/rule-template/check.ts";
import type { RuleTemplateInputs } from "../../provider/types/cdn.ts";
import type { Properties } from "../../provider/values/properties.ts";
import { arbitraryOf } from "../helpers/arbitrary.ts";

const context = { isUnknown: () => false, declared: undefined, adopting: false, replacing: false };

/** Templates that satisfy the contract's schema and the additional rules. */
export const templates: fc.Arbitrary<Properties> = arbitraryOf(ruleTemplateBody)
  .map((body) => repaired(body as RuleTemplateInputs))
  .filter((inputs) => templateFailures(inputs, context).length === 0)
  .map((inputs) => inputs as object as Properties);

/** Adds required values whose absence would make the filter reject too many samples. */
function repaired(inputs: RuleTemplateInputs): RuleTemplateInputs {
  const { options } = inputs;
  if (options === undefined || options === null) return inputs;
  const { sni, request_limiter: limiter, ...others } = options;
  return {
    ...inputs,
    options: {
      ...others,
      ...(sni && { sni: { ...sni, custom_hostname: sni.custom_hostname || "origin.example.com" } }),
      ...(limiter && { request_limiter: { ...limiter, rate: limiter.rate ?? 5 } }),
    },
  };
}
