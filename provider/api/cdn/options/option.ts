import { z } from "zod";
import { unitMs } from "../../../values/index.ts";
import { uniqueList } from "../../field.ts";
import { typeNames } from "../../type-names.ts";

/** An option of a rule template: `enabled` and its own fields (platform-api §2.2). */
export function option<Fields extends z.ZodRawShape>(description: string, fields: Fields) {
  return z
    .object({
      enabled: z.boolean().describe("Whether the option is on. `false` also overrides the CDN resource's setting."),
      ...fields,
    })
    .describe(description);
}

/** An option that is on or off. */
export function switchOption(description: string) {
  return option(description, { value: z.boolean().describe("Whether the behavior applies.") }).register(typeNames, {
    token: "cdn/options:SwitchOption",
    description: "An option that is on or off.",
  });
}

/** Seconds of a duration such as `3600s` or `5m`; a bare number is seconds. NaN for anything else. */
function durationSeconds(text: string): number {
  const match = /^(\d+)(ms|[smhdwMy])?$/.exec(text);
  if (match === null) return Number.NaN;
  return (Number(match[1]) * (unitMs[match[2] ?? "s"] ?? Number.NaN)) / 1000;
}

/** A duration within bounds, which are given in seconds. */
export function duration(minSeconds: number, maxSeconds: number) {
  return z.string().refine((text) => durationSeconds(text) >= minSeconds && durationSeconds(text) <= maxSeconds, {
    error: `must be a duration such as "${Math.min(maxSeconds, 3600)}s", from ${minSeconds}s to ${maxSeconds}s (units ms, s, m, h, d, w, M, y)`,
  });
}

/** How long an object stays in a cache: at most a year; `0s` switches caching off (companion §3.3). */
export const cacheTime = duration(0, 365 * 86_400);

/** Access lists share one form; only their entries differ (companion §3.3). */
export function accessList(description: string, entry: z.ZodType<string, string>, entries: string) {
  return option(description, {
    policy_type: z
      .enum(["allow", "deny"])
      .describe(
        "`allow`: allows all clients except `excepted_values`. `deny`: denies all clients except `excepted_values`.",
      ),
    excepted_values: uniqueList(entry, { max: 600 }).describe(entries),
  });
}
