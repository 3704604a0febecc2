import { z } from "zod";
import { uniqueList } from "../../field.ts";
import { fieldMetadata } from "../../field-metadata.ts";
import { typeNames } from "../../type-names.ts";
import { accessList, option } from "./option.ts";

/** Who may fetch which content: access lists, methods, signatures, limits. platform-api §2.2, bounds: companion §3.3. */

const listed = z.string().max(255);
const network = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]);

export const access = {
  allowedHttpMethods: option("Allowed HTTP methods.", {
    value: uniqueList(z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])).describe(
      "Allowed methods.",
    ),
  }),
  bot_protection: option("Challenges for requests that look automated.", {
    bot_challenge: z
      .object({ enabled: z.boolean().default(false).describe("Whether suspicious requests get a challenge.") })
      .register(typeNames, { token: "cdn/access:BotChallenge" })
      .describe("Challenge that distinguishes browsers from bots."),
  }),
  country_acl: accessList(
    "Access by country.",
    listed.regex(/^[A-Za-z]{2}$/, { error: 'must be a two-letter country code of ISO 3166-1 such as "DE"' }),
    "Countries that are exceptions, as two-letter codes of ISO 3166-1.",
  ),
  ip_address_acl: accessList("Access by IP address.", network, "Networks that are exceptions, in CIDR form."),
  referrer_acl: accessList(
    "Access by the Referer header.",
    listed.min(1),
    "Domains that are exceptions; a leading `*.` stands for all subdomains.",
  ),
  user_agent_acl: accessList(
    "Access by the User-Agent header.",
    listed,
    "User agents that are exceptions: an exact value, or a regular expression after `~` or `~*`. An empty string matches requests without the header.",
  ),
  request_limiter: option("Limit on the requests of one client address.", {
    rate: z.int().min(1).optional().describe("Number of requests per second or minute, as `rate_unit` says."),
    rate_unit: z.enum(["r/s", "r/m"]).default("r/s").describe("Unit of `rate`: per second or per minute."),
    burst: z
      .int()
      .min(0)
      .optional()
      .describe("Number of requests above the rate that are queued. The platform may ignore a declared value."),
    delay: z
      .int()
      .min(0)
      .optional()
      .describe("Number of queued requests that are served without delay. The platform may ignore a declared value."),
  }),
  secure_key: option("Signed links that expire.", {
    key: z
      .string()
      .min(1)
      .max(255)
      .nullable()
      .register(fieldMetadata, { secret: true })
      .describe("Key that signs the links. Encrypted in state."),
    type: z
      .union([z.literal(0), z.literal(2)])
      .default(0)
      .describe("0: the client's address is part of the signature. 2: it is not."),
  }),
  limit_bandwidth: option("Limit on the speed of a download.", {
    limit_type: z
      .enum(["static", "dynamic"])
      .describe("`static`: `speed` and `buffer` apply. `dynamic`: the link sets them."),
    speed: z
      .int()
      .min(1)
      .max(1_000_000_000)
      .optional()
      .register(fieldMetadata, { unit: "KB/s" })
      .describe("Maximum speed."),
    buffer: z
      .int()
      .min(0)
      .max(1_000_000_000)
      .optional()
      .register(fieldMetadata, { unit: "KB" })
      .describe("Amount sent before the limit applies."),
  }),
};
