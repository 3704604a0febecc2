import { z } from "zod";
import { housePolicy } from "./policy.ts";

/** Says what rules could not see, so that silence always means "judged and found good". */
export const notJudged = housePolicy(
  {
    name: "not-judged",
    group: "house",
    severity: "low",
    level: "advisory",
    description: "What a rule could not judge is said.",
    remediation:
      "Give the value in the program where it can be known at preview. Set this policy to mandatory to let nothing pass unjudged.",
    reference: "policies/README.md, Values that are not known yet",
    config: z.object({}),
  },
  (session) => ({
    validateResource: (args, reportViolation) => {
      for (const { message } of session.takeNotJudged(args.urn)) reportViolation(`Not judged: ${message}`);
    },
    validateStack: (_args, reportViolation) => {
      for (const { message, urn } of session.takeNotJudged()) reportViolation(`Not judged: ${message}`, urn);
    },
  }),
);
