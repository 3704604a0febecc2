import { limits } from "@cloudplatform/pulumi/api";
import { z } from "zod";
import { resourceRule } from "../engine/rule.ts";

const { periods } = limits.reservations;

export const reservationPeriod = resourceRule({
  name: "reservation-period",
  group: "limits",
  severity: "high",
  level: "mandatory",
  description: `The period of a reservation must be ${periods.join(" or ")}, and one of those that are allowed.`,
  remediation: "Choose a period from the message.",
  reference: "platform-api §2.6, §8",
  config: z.object({
    allowed: z
      .array(z.enum(periods))
      .min(1)
      .default([...periods])
      .describe("Allowed periods. Default: all periods of the platform."),
  }),
  on: ["reservations.Reservation"],
  evaluate({ value, config, report }) {
    const period = value.get("period");
    const text = period.text();
    if (text === undefined || config.allowed.some((one) => one === text)) return;
    report(period, `must be ${config.allowed.join(" or ")}; got ${JSON.stringify(text)}`);
  },
});
