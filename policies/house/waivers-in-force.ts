import { z } from "zod";
import { waiverText } from "../engine/waiver.ts";
import { housePolicy } from "./policy.ts";

/** Shows what waivers cover, so that an exemption is never silent. */
export const waiversInForce = housePolicy(
  {
    name: "waivers-in-force",
    group: "house",
    severity: "low",
    level: "advisory",
    description: "Waivers in force are counted and shown.",
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
      const all = session.inForce();
      if (all.length === 0) return;
      const covered = all.reduce((sum, one) => sum + one.covered, 0);
      const idle = all.filter((one) => one.covered === 0).map((one) => `\n  covers nothing: ${waiverText(one.waiver)}`);
      reportViolation(
        `${counted(all.length, "waiver")} in force, ${counted(covered, "violation")} waived.${idle.join("")}`,
      );
    },
  }),
);

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
