import { z } from "zod";
import { typeNames } from "../../type-names.ts";
import { option, switchOption } from "./option.ts";

/** Responses and addresses that the CDN generates itself. platform-api §2.2, bounds: companion §3.3. */

/** Codes that the web server reserves (companion §3.3). */
const reservedCodes: readonly number[] = [408, 444, 477, 494, 495, 496, 497, 499];

/**
 * A time of day. In samples, evening hours are numbers, because YAML reads 20:00 as the base-60 number 1200 (companion §3.3):
 * both forms are accepted, and the text is stored.
 */
const timeOfDay = z.union([
  z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day such as "20:00"' }),
  z.int().min(0).max(1439),
]);

/** `1200` → `"20:00"`. */
export function timeOfDayText(time: string | number): string {
  if (typeof time === "string") return time;
  return `${String(Math.floor(time / 60)).padStart(2, "0")}:${String(time % 60).padStart(2, "0")}`;
}

export const routing = {
  force_return: option("Responds without a request to the origin.", {
    code: z
      .int()
      .min(100)
      .max(599)
      .refine((code) => !reservedCodes.includes(code), { error: `must not be one of ${reservedCodes.join(", ")}` })
      .describe("Status code of the response."),
    body: z.string().max(255).describe("Body of the response, or URL of a redirect."),
    time_interval: z
      .object({
        start_time: timeOfDay.describe("Start, `HH:MM`."),
        end_time: timeOfDay.describe("End, `HH:MM`."),
        time_zone: z.string().min(1).default("UTC").describe("Time zone, such as `Europe/Berlin`."),
      })
      .register(typeNames, { token: "cdn/routing:TimeInterval" })
      .nullable()
      .optional()
      .describe("Time of day at which the response applies. Omitted: always."),
  }),
  redirect_http_to_https: switchOption("Redirects HTTP to HTTPS."),
  redirect_https_to_http: switchOption("Redirects HTTPS to HTTP."),
  rewrite: option("Changes the path before the request to the origin.", {
    body: z.string().min(1).max(255).describe("Pattern and replacement, such as `/(.*) /media/$1`."),
    flag: z
      .enum(["break", "last", "redirect", "permanent"])
      .default("break")
      .describe("Flag of the rewrite: `break`, `last`, `redirect` (302) or `permanent` (301)."),
  }),
};
