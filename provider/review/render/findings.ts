import { counted } from "../../values/counted.ts";
import type { Finding, Review } from "../model/schema.ts";
import { type Line, type Span, sentence, value } from "./screen.ts";

/** One line for each rule, most severe first, with the violating resources and the remediation below. */
export function violations({ policies: { findings } }: Review, level: Finding["level"]): Line[] {
  const severities = ["critical", "high", "medium", "low"];
  const rank = (one: Finding) => severities.indexOf(one.severity);
  const all = findings
    .filter((one) => one.kind === "violation" && one.level === level)
    .sort((a, b) => rank(a) - rank(b));
  const byRule = Map.groupBy(all, ({ pack, rule, severity }) => JSON.stringify([pack, rule, severity]));
  return [...byRule.values()].flatMap((group): Line[] => {
    const [first] = group;
    if (first === undefined) return [];
    const head: Span[] = [{ strong: first.level }, ` ${first.severity} `, value(first.rule)];
    const places = group.map((one): Span[] => [value(one.resource), ": ", sentence(one.message)]);
    const remedy: Span[][] = first.remediation === undefined ? [] : [["Fix: ", sentence(first.remediation)]];
    const [only = []] = places;
    return [
      {
        spans: places.length === 1 ? [...head, " ", ...only] : [...head, `: ${counted(places.length, "violation")}`],
        details: [...(places.length === 1 ? [] : places), ...remedy],
        tone: first.level === "mandatory" ? "bad" : "warn",
      },
    ];
  });
}

/** What was corrected, waived or not evaluated, and configurations that relax a rule. */
export function otherFindings({ policies }: Review): Line[] {
  const words = { remediated: "remediated", waived: "waived", "not-evaluated": "not evaluated", violation: "" };
  const others = policies.findings.filter((one) => one.kind !== "violation");
  return [
    ...policies.relaxed.map((text): Line => ({ spans: ["relaxed: ", sentence(text)], tone: "warn" })),
    ...policies.waivers.map((text): Line => ({ spans: [sentence(text)] })),
    ...others.map(
      (one): Line => ({ spans: [`${words[one.kind]} `, value(one.resource), ": ", sentence(one.message)] }),
    ),
  ];
}
