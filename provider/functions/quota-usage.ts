import { globalQuotaNames, regionalQuotaNames } from "../api/index.ts";
import { camel } from "../schema/index.ts";
import type { NotificationThresholdResult } from "./quotas.ts";

/** How much of one quota is used. */
export interface QuotaUsage {
  /** The quota's name in the user's spelling: `baremetalHfCount`. */
  name: string;
  /** Region; undefined for a quota that holds for all of the client. */
  regionId: number | undefined;
  regionName: string | undefined;
  limit: number;
  usage: number;
  /** Usage in percent of the limit, not rounded; 0 where nothing is allowed and nothing is used. */
  percent: number;
}

/** An entry stands under two names, whole under each (platform-api §2.12). */
const entryNames = (name: string) => [`${camel(name)}Usage`, `${camel(name)}Limit`];

/** All quotas of the last message in one list, the fullest first. Quotas without a limit or usage are left out. */
export function quotaUsages({ lastMessage }: Pick<NotificationThresholdResult, "lastMessage">): QuotaUsage[] {
  const places = [
    { entries: lastMessage?.globalQuotas, names: globalQuotaNames, regionId: undefined, regionName: undefined },
    ...(lastMessage?.regionalQuotas ?? []).map((region) => ({
      entries: region,
      names: regionalQuotaNames,
      regionId: region.regionId ?? undefined,
      regionName: region.regionName ?? undefined,
    })),
  ];
  return places
    .flatMap(({ entries, names, ...place }) =>
      names.flatMap((name) => {
        const found = entryNames(name)
          .map((key) => entry(entries?.[key as keyof typeof entries]))
          .find((one) => one !== undefined);
        return found === undefined ? [] : [{ name: camel(name), ...place, ...found, percent: percent(found) }];
      }),
    )
    .sort((a, b) => b.percent - a.percent);
}

function entry(value: unknown): { limit: number; usage: number } | undefined {
  if (value === null || typeof value !== "object") return undefined;
  const { limit, usage } = value as { limit?: unknown; usage?: unknown };
  return typeof limit === "number" && typeof usage === "number" ? { limit, usage } : undefined;
}

function percent({ limit, usage }: { limit: number; usage: number }): number {
  if (limit > 0) return (100 * usage) / limit;
  return usage > 0 ? Number.POSITIVE_INFINITY : 0;
}
