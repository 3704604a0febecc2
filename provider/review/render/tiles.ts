import { microsOf } from "../../values/index.ts";
import type { Review } from "../model/schema.ts";
import type { Line, Tile } from "./screen.ts";

/** Key figures that tell a reader where to start. */
export function tilesOf({
  counts,
  money,
  policies,
  kind,
}: Pick<Review, "counts" | "kind"> & {
  money: Pick<Review["money"], "monthly">;
  policies: Pick<Review["policies"], "findings">;
}): Tile[] {
  if (kind === "drift")
    return [{ label: "drifted", value: String(counts.drifted ?? 0), ...tone(counts.drifted, "warn") }];
  const mandatory = policies.findings.filter((one) => one.kind === "violation" && one.level === "mandatory").length;
  const count = (name: string, bad?: Line["tone"]): Tile => ({
    label: name,
    value: String(counts[name] ?? 0),
    ...tone(counts[name], bad),
  });
  return [
    { label: "blocking violations", value: String(mandatory), ...tone(mandatory, "bad") },
    count("delete", "bad"),
    count("replace", "bad"),
    count("update"),
    count("create"),
    count("drifted", "warn"),
    ...money.monthly.map((one): Tile => {
      const isMore = (microsOf(one.difference) ?? 0n) > 0n;
      const label = `${one.currency} a month`;
      return { label, value: `${isMore ? "+" : ""}${one.difference}`, tone: isMore ? "warn" : "good" };
    }),
  ];
}

function tone(count: number | undefined, one: Line["tone"]): Pick<Tile, "tone"> {
  return one === undefined || count === undefined || count === 0 ? {} : { tone: one };
}
