import { z } from "zod";
import { type Waiver, waiverText } from "../engine/waiver.ts";
import { metaPolicy } from "./policy.ts";

/** Shows what waivers cover, so that an exemption is always visible. */
export const waiversInForce = metaPolicy(
  {
    name: "waivers-in-force",
    group: "meta",
    severity: "low",
    level: "advisory",
    description: "Active waivers are counted and shown.",
    remediation: "Nothing, until the waiver expires. Remove waivers that cover nothing.",
    reference: "policies/README.md, Waivers",
    config: z.object({}),
  },
  (session) => ({
    validateResource: (args, reportViolation) => {
      for (const { message, waiver } of session.takeWaived(args.urn))
        reportViolation(`Waived: ${message} (${waiverText(waiver)})`);
    },
    validateStack: (_args, reportViolation) => {
      for (const { message, urn, waiver } of session.takeWaived())
        reportViolation(`Waived: ${message} (${waiverText(waiver)})`, urn);
      if (session.inForce().length > 0) reportViolation(waiversSummary(session.inForce(), session.endingSoon()));
    },
  }),
);

/** `2 waivers in force, 1 violation waived.`, and the waivers that cover nothing or end soon. */
export function waiversSummary(
  all: readonly { waiver: Waiver; covered: number }[],
  endingSoon: readonly { waiver: Waiver; days: number }[],
): string {
  const covered = all.reduce((sum, one) => sum + one.covered, 0);
  const idle = all.filter((one) => one.covered === 0).map((one) => `\n  covers nothing: ${waiverText(one.waiver)}`);
  const ending = endingSoon.map(
    ({ waiver, days }) => `\n  ends ${days === 0 ? "today" : `in ${counted(days, "day")}`}: ${waiverText(waiver)}`,
  );
  return `${counted(all.length, "waiver")} in force, ${counted(covered, "violation")} waived.${[...idle, ...ending].join("")}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
