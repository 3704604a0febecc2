import { counted } from "../../values/counted.ts";
import { addMonths, microsOf } from "../../values/index.ts";
import type { Review } from "../model/schema.ts";
import { type Line, sentence, value } from "./screen.ts";

/** Change of the monthly cost, new commitments, and the resources that cause them. */
export function moneyLines({ money, usage = [], createdAt }: Review): Line[] {
  const without = money.unpriced.filter((one) => isOwnType(one.type) && !hasNoPrices(one.reason)).length;
  const open: Line[] =
    without === 0
      ? []
      : [{ spans: [`Not in these sums: ${counted(without, "resource")} without a known price`], tone: "warn" }];
  return [
    ...money.monthly.map((one) => sumLine(one, "")),
    ...usage.map((one) => sumLine(one, " at the expected nodes")),
    ...open,
    ...money.drift.map(driftLine),
    ...money.commitments.map((one) => commitmentLine(one, createdAt)),
    ...(money.costs.length > 1 ? money.components.map(componentLine) : []),
    ...money.costs.map(costLine),
    ...money.reserved.map(reservedLine),
  ];
}

type Money = Review["money"];

function sumLine({ before, after, difference, currency }: Money["monthly"][number], when: string): Line {
  const isMore = (microsOf(difference) ?? 0n) > 0n;
  const strong = `${isMore ? "+" : ""}${difference} ${currency} a month${when}`;
  return { spans: [{ strong }, ` (${before} → ${after})`], tone: isMore ? "warn" : "good" };
}

function commitmentLine({ name, total, currency, months }: Money["commitments"][number], createdAt: string): Line {
  const amount = total === undefined ? "an unknown amount" : `${total} ${currency}`;
  const period =
    months === undefined
      ? "for a period that is still unknown"
      : `over ${months} months from activation; activated today, it ends on ${endOf(createdAt, months)}`;
  return {
    spans: [{ strong: "New commitment" }, ": ", value(name), ` commits you to ${amount} ${period}`],
    tone: "bad",
  };
}

/** Cost of changes made outside the stack; this update comes on top. */
function driftLine({ before, after, difference, currency }: Money["drift"][number]): Line {
  const isMore = (microsOf(difference) ?? 0n) > 0n;
  const text = `${isMore ? "+" : ""}${difference} ${currency} a month by drift (${before} deployed, ${after} now)`;
  return { spans: [text], tone: isMore ? "warn" : "good" };
}

function componentLine({ name, before, after, currency }: Money["components"][number]): Line {
  return { spans: ["All of ", value(name), `: ${before} → ${after} ${currency} a month`] };
}

const remarks = {
  adopted: "; it already exists and joins the stack",
  retained: "; the old object stays on the platform and still costs money",
  "stays-payable": "; the old reservation can no longer be cancelled and stays payable",
} as const;

function costLine(one: Money["costs"][number]): Line {
  const basis = one.basis === "quote" ? "quote" : "the platform's price preview, at the minimum of nodes";
  const most = one.maximumAfter ?? one.maximumBefore;
  const maximum =
    most === undefined
      ? ""
      : `; at the maximum of nodes ${one.maximumBefore ?? none} → ${one.maximumAfter ?? none} ${one.currency}`;
  const text = `: ${one.before ?? none} → ${one.after ?? none} ${one.currency} a month (${basis})`;
  return { spans: [value(one.name), text, maximum, one.remark === undefined ? "" : remarks[one.remark]] };
}

const none = "0.00";

function reservedLine(one: Money["reserved"][number]): Line {
  const place = [value(one.flavor), ` in region ${one.regionId}`];
  if (one.nodesBefore + one.nodesAfter === 0)
    return {
      spans: [`${counted(one.unused, "reserved node")} of `, ...place, ": used by no cluster"],
      tone: "warn",
    };
  const nodes = `${one.nodesBefore} → ${one.nodesAfter} nodes`;
  const counts =
    one.reason !== undefined
      ? ["; they count twice, because their price is unknown: ", sentence(one.reason)]
      : one.before === undefined
        ? []
        : [` (${one.before} → ${one.after} ${one.currency} a month, so that each counts once)`];
  const unused = one.unused === 0 ? "" : `; ${counted(one.unused, "reserved node")} used by no cluster`;
  return {
    spans: [`A reservation pays for ${nodes} of `, value(one.flavor), ` in region ${one.regionId}`, ...counts, unused],
  };
}

function isOwnType(type: string): boolean {
  return /^\w+:\w+$/.test(type);
}

/** A missing price list is no gap in the sum. */
function hasNoPrices(reason: string): boolean {
  return reason.startsWith("the platform has no price");
}

/** The date on which a period ends that begins today. */
function endOf(today: string, months: number): string {
  return new Date(addMonths(Date.parse(today), months)).toISOString().slice(0, 10);
}
