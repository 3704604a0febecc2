import { z } from "zod";
import type { RuleMetadata } from "../engine/rule.ts";
import type { Session } from "../engine/session.ts";
import { metaPolicy } from "./policy.ts";

const metadata: RuleMetadata = {
  name: "not-evaluated",
  formerNames: ["not-judged"],
  group: "meta",
  severity: "low",
  level: "advisory",
  description: "Rules must report what they could not evaluate.",
  remediation:
    "Give the value in the program where it can be known at preview. Set this policy to mandatory to let nothing pass without evaluation.",
  reference: "policies/README.md, Values that are not known yet",
  config: z.object({}),
};

/** Reports what rules could not evaluate. A report without such messages means that everything was evaluated. */
export const notEvaluated = metaPolicy(metadata, (session) => reporter(session, "Not evaluated"));

/** The policy under its former name. Disabled unless a configuration names it; it then reports in place of the current policy. */
export const notJudged = metaPolicy(
  { ...metadata, name: "not-judged", level: "disabled", description: "The former name of the policy not-evaluated." },
  (session) =>
    reporter(
      session,
      "Warning: the policy not-judged is now not-evaluated; rename it in the configuration. Not evaluated",
    ),
);

function reporter(session: Session, prefix: string) {
  return {
    validateResource: (args: { urn: string }, reportViolation: (message: string) => void) => {
      for (const { message } of session.takeNotEvaluated(args.urn)) reportViolation(`${prefix}: ${message}`);
    },
    validateStack: (_args: unknown, reportViolation: (message: string, urn?: string) => void) => {
      for (const { message, urn } of session.takeNotEvaluated()) reportViolation(`${prefix}: ${message}`, urn);
    },
  };
}
