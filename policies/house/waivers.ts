import { z } from "zod";
import { configProblems } from "../config/parse.ts";
import { waiver, waiverText } from "../engine/waiver.ts";
import { housePolicy } from "./policy.ts";

const config = z.object({ waivers: z.array(waiver).default([]).describe("Exemptions of resources from rules.") });

/** Reads the waivers for all other policies, and fails those that have expired. */
export const waivers = housePolicy(
  {
    name: "waivers",
    group: "house",
    severity: "high",
    level: "mandatory",
    description: "A waiver must not have expired.",
    remediation:
      "Bring the resource in line with the rule and remove the waiver, or agree on a new date with its owner.",
    reference: "policies/README.md, Waivers",
    config,
  },
  (session) => {
    let last = "";
    const read = (given: unknown) => {
      // Every resource brings the same configuration along; what a waiver has covered is counted on the waiver itself.
      const text = JSON.stringify(given);
      if (text === last) return;
      last = text;
      const parsed = config.safeParse(given);
      if (parsed.success) session.waivers = parsed.data.waivers;
      for (const one of session.waivers)
        if (!session.rules.has(one.rule)) session.problem(`waivers: there is no rule ${JSON.stringify(one.rule)}`);
      if (!parsed.success)
        for (const problem of configProblems(parsed.error, config, ["waivers"])) session.problem(problem);
    };
    return {
      validateResource: (args) => read(args.getConfig()),
      validateStack: (args, reportViolation) => {
        read(args.getConfig());
        for (const one of session.expired()) reportViolation(`Expired: ${waiverText(one)}`);
      },
    };
  },
);
