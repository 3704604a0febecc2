import { z } from "zod";
import { configProblems } from "../config/rule-parameters.ts";
import { waiver, waiverText } from "../engine/waiver.ts";
import { metaPolicy } from "./policy.ts";

/** Parameters of the policy. */
export const waiversConfig = z.object({
  waivers: z.array(waiver).default([]).describe("Exemptions of resources from rules."),
  maxDays: z
    .int()
    .min(1)
    .default(90)
    .describe("Maximum number of days from today to the end of a waiver; a waiver with a later end has no effect."),
});

/** Reads the waivers for all other policies. Fails expired waivers. */
export const waivers = metaPolicy(
  {
    name: "waivers",
    group: "meta",
    severity: "high",
    level: "mandatory",
    description: "A waiver must not have expired, and must end within maxDays.",
    remediation: "Fix the resource and remove the waiver, or agree on a new date with its owner.",
    reference: "policies/README.md, Waivers",
    config: waiversConfig,
  },
  (session) => {
    let last = "";
    const read = (given: unknown) => {
      // The configuration is the same for every resource. A waiver's count is kept by its object, so unchanged waivers are not
      // read again.
      const text = JSON.stringify(given);
      if (text === last) return;
      last = text;
      const parsed = waiversConfig.safeParse(given);
      if (parsed.success) session.setWaivers(parsed.data.waivers, parsed.data.maxDays);
      for (const one of session.waivers)
        if (!session.rules.has(one.rule)) session.problem(`waivers: there is no rule ${JSON.stringify(one.rule)}`);
      if (!parsed.success)
        for (const problem of configProblems(parsed.error, waiversConfig, ["waivers"])) session.problem(problem);
    };
    return {
      validateResource: (args) => read(args.getConfig()),
      validateStack: (args, reportViolation) => {
        read(args.getConfig());
        for (const one of session.expired()) reportViolation(`Expired: ${waiverText(one)}`);
        for (const one of session.tooLong())
          reportViolation(`Ends more than ${session.maxDays} days ahead, so it has no effect: ${waiverText(one)}`);
      },
    };
  },
);
