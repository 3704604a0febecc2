import { nameOfUrn } from "@cloudplatform/pulumi/formats";
import { partName, partUrn } from "@cloudplatform/pulumi/registry";
import { globPattern } from "@cloudplatform/pulumi/values";
import { z } from "zod";

/** An exemption of resources from a rule. It is part of the configuration, so that a review shows it. @internal */
export const waiver = z.strictObject({
  rule: z.string().min(1).describe("Name of the rule."),
  resource: z
    .string()
    .min(1)
    .describe(
      "Name or URN of the resource; `*` matches any text. A rule of a rule set has the name `<set>/<key>`, and the name of the set matches all of its rules. `stack` matches violations of the stack as a whole.",
    ),
  reason: z
    .string()
    .refine((text) => text.trim().length >= 10, { error: "must give a reason, in at least 10 characters" })
    .describe("Why the rule does not apply; at least 10 characters."),
  owner: z
    .string()
    .refine((text) => text.trim() !== "", { error: "must name who is responsible" })
    .describe("Who is responsible."),
  expires: z.iso
    .date({ error: "must be a date such as 2027-03-31" })
    .describe("Last day of the waiver (UTC). An expired waiver is itself a violation."),
});

/** An exemption of resources from a rule. */
export type Waiver = z.output<typeof waiver>;

/** Today's date for waivers: in UTC, so that a pipeline and a laptop agree. */
export function today(now: Date = new Date()): string {
  return now.toISOString().slice(0, 10);
}

export function isExpired(one: Waiver, day: string): boolean {
  return one.expires < day;
}

const dayMs = 24 * 3600 * 1000;

/** Days from today until the last day of a waiver; negative if it has expired. */
export function daysLeft(one: Waiver, day: string): number {
  return Math.round((Date.parse(one.expires) - Date.parse(day)) / dayMs);
}

/**
 * Whether a waiver covers violations of a rule by a resource, or by the stack if there is no URN. A waiver for a resource covers
 * each of its objects.
 */
export function covers(one: Waiver, rule: string, urn: string | undefined, part?: string): boolean {
  if (one.rule !== rule) return false;
  if (urn === undefined) return one.resource === "stack";
  const pattern = globPattern(one.resource);
  const names = [urn, nameOfUrn(urn)];
  if (part !== undefined) names.push(partUrn(urn, part), partName(nameOfUrn(urn), part));
  return names.some((name) => pattern.test(name));
}

/** `"production-*" for allowed-regions, by ops until 2027-03-31: migration goes on`. */
export function waiverText(one: Waiver): string {
  return `waiver for ${one.rule} on "${one.resource}", owner ${one.owner}, until ${one.expires}: ${one.reason}`;
}
