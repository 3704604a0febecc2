import { globalQuotaNames, regionalQuotaNames } from "../api/index.ts";
import { camel } from "../schema/index.ts";
import type { NotificationThresholdResult } from "./quotas.ts";

/** Usage of a quota. */
export interface QuotaUsage {
  /** The quota's name in the user's spelling: `baremetalHfCount`. */
  name: string;
  /** Region; undefined for a global quota of the client. */
  regionId: number | undefined;
  regionName: string | undefined;
  limit: number;
  usage: number;
  /** Usage in percent of the limit, not rounded; 0 if limit and usage are 0. */
  percent: number;
}

/** Each entry has two keys, `<name>_usage` and `<name>_limit`, with the same object (platform-api §2.12). */
const entryNames = (name: string) => [`${camel(name)}Usage`, `${camel(name)}Limit`];

/** Quotas of the last message in one list, highest usage first. Omits quotas without a limit or usage. */
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
