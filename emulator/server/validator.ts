import type { Endpoint } from "@cloudplatform/pulumi/api";
import { coercerOf } from "./coerce.ts";
import { invalidRequest, PlatformError } from "./errors.ts";
import { refuseNumbersAsText } from "./exact-numbers.ts";
import type { Call } from "./handler.ts";
import { withoutNotSet } from "./not-set.ts";

type Texts = Record<string, string | string[]>;

/** Holds a request against the schemas of its endpoint. */
export type Door = (texts: { params: Texts; query: Texts; body: unknown; url: string }) => Call<Endpoint>;

/** The schemas' part of the door of one endpoint, prepared once. */
export function doorOf(endpoint: Endpoint): Door {
  const coerceParams = coercerOf(endpoint.params);
  const coerceQuery = coercerOf(endpoint.query);
  return ({ params, query, body, url }) => ({
    params: accept(endpoint.params, coerceParams(params)),
    query: accept(endpoint.query, coerceQuery(query)),
    body: acceptBody(endpoint, body),
    url,
  });
}

function acceptBody(endpoint: Endpoint, body: unknown): Call<Endpoint>["body"] {
  if (endpoint.body === undefined) return undefined;
  if (body === undefined && endpoint.bodyOptional === true) return undefined;
  if (body === undefined) throw new PlatformError(400, "A body is required.");
  if (endpoint.lossless === true) refuseNumbersAsText(endpoint.body, body);
  return acceptNotSet(endpoint.body, body);
}

/** A body that is refused is read once more without what only says "not set"; others pay nothing for it. */
function acceptNotSet<Schema extends NonNullable<Endpoint["body"]>>(schema: Schema, body: unknown) {
  const parsed = schema.safeParse(body);
  return parsed.success ? parsed.data : accept(schema, withoutNotSet(schema, body));
}

function accept<Schema extends NonNullable<Endpoint["body"]>>(schema: Schema, value: unknown) {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalidRequest(parsed.error.issues);
  return parsed.data;
}

/** The word is `apikey` in any case (RFC 9110), then one space (platform-api §5); other words are refused (open points). */
export function checkKey(authorization: string | undefined, apiKey: string): void {
  if (authorization === undefined || authorization === "")
    throw new PlatformError(401, "Authentication credentials were not provided.");
  if (!/^apikey /i.test(authorization))
    throw new PlatformError(401, "The Authorization header must be `apikey`, one space and the key.");
  if (authorization.slice("apikey ".length) !== apiKey) throw new PlatformError(401, "Bad permanent token.");
}
