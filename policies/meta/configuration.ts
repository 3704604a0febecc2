import type { ReportViolation } from "@pulumi/policy";
import { z } from "zod";
import { waiverText } from "../engine/waiver.ts";
import { metaPolicy } from "./policy.ts";

/** Fails parameters that no rule has, because the engine's own validation of a configuration accepts them. */
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
    const reportProblems = (reportViolation: ReportViolation) => {
      for (const problem of session.takeProblems()) reportViolation(problem);
    };
    return {
      validateResource: (_args, reportViolation) => reportProblems(reportViolation),
      validateStack: (_args, reportViolation) => {
        reportProblems(reportViolation);
        // `waivers-in-force` shows these unless it is disabled: an exemption must always be visible.
        for (const { message, urn, waiver } of session.takeWaived())
          reportViolation(
            `waivers-in-force must not be disabled while waivers are in force. Waived: ${message} (${waiverText(waiver)})`,
            urn,
          );
        session.end();
      },
    };
  },
);
