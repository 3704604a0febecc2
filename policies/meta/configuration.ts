import type { ReportViolation } from "@pulumi/policy";
import { z } from "zod";
import { waiverText } from "../engine/waiver.ts";
import { metaPolicy } from "./policy.ts";

/** Fails parameters that no rule knows: the engine's own check of a configuration lets them pass. */
export const configuration = metaPolicy(
  {
    name: "configuration",
    group: "meta",
    severity: "high",
    level: "mandatory",
    description: "The configuration of the policies must be valid.",
    remediation:
      "Correct the value at the path that the message names; policies/config.schema.json describes all of them.",
    reference: "policies/config.schema.json",
    config: z.object({}),
  },
  (session) => {
    const say = (reportViolation: ReportViolation) => {
      for (const problem of session.takeProblems()) reportViolation(problem);
    };
    return {
      validateResource: (_args, reportViolation) => say(reportViolation),
      validateStack: (_args, reportViolation) => {
        say(reportViolation);
        // `waivers-in-force` shows these, unless somebody has switched it off: an exemption is never silent.
        for (const { message, urn, waiver } of session.takeWaived())
          reportViolation(
            `waivers-in-force must not be disabled while waivers hold. Waived: ${message} (${waiverText(waiver)})`,
            urn,
          );
        session.end();
      },
    };
  },
);
