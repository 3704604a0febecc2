import type { Endpoint } from "@cloudplatform/pulumi/api";
import { child, unwrap } from "@cloudplatform/pulumi/schema";
import { z } from "zod";
import { coercerOf } from "./coerce.ts";
import { invalid, invalidRequest, PlatformError } from "./errors.ts";
import type { Call } from "./handler.ts";
import { withoutNotSet } from "./not-set.ts";

type Texts = Record<string, string | string[]>;

/** Validates a request against the schemas of its endpoint. */
export type RequestValidator = (texts: { params: Texts; query: Texts; body: unknown; url: string }) => Call<Endpoint>;

/** The validator of one endpoint, prepared once. */
export function validatorFor(endpoint: Endpoint): RequestValidator {
  const coerceParams = coercerOf(endpoint.params);
  const coerceQuery = coercerOf(endpoint.query);
  return ({ params, query, body, url }) => ({
    params: parseOrRefuse(endpoint.params, coerceParams(params)),
    query: parseOrRefuse(endpoint.query, coerceQuery(query)),
    body: parseBody(endpoint, body),
    url,
  });
}

function parseBody(endpoint: Endpoint, body: unknown): Call<Endpoint>["body"] {
  if (endpoint.body === undefined) return undefined;
  if (body === undefined && endpoint.bodyOptional === true) return undefined;
  if (body === undefined) throw new PlatformError(400, "A body is required.");
  if (endpoint.lossless === true) refuseNumbersAsText(endpoint.body, body);
  return parseTolerant(endpoint.body, body);
}

/** Parses an invalid body a second time without its "not set" values. Valid bodies are parsed once. */
function parseTolerant<Schema extends NonNullable<Endpoint["body"]>>(schema: Schema, body: unknown) {
  const parsed = schema.safeParse(body);
  return parsed.success ? parsed.data : parseOrRefuse(schema, withoutNotSet(schema, body));
}

function parseOrRefuse<Schema extends NonNullable<Endpoint["body"]>>(schema: Schema, value: unknown) {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalidRequest(parsed.error.issues);
  return parsed.data;
}

/** The scheme is `apikey` in any case (RFC 9110), then one space (platform-api §5); other schemes are refused (open points). */
export function authenticate(authorization: string | undefined, apiKey: string): void {
  if (authorization === undefined || authorization === "")
    throw new PlatformError(401, "Authentication credentials were not provided.");
  if (!/^apikey /i.test(authorization))
    throw new PlatformError(401, "The Authorization header must be `apikey`, one space and the key.");
  if (authorization.slice("apikey ".length) !== apiKey) throw new PlatformError(401, "Bad permanent token.");
}

/**
 * Refuses an integer sent as text. The schemas accept decimal text for integers beyond 2^53, because users write them as text; on
 * the wire they are numbers (companion §6.1).
 */
export function refuseNumbersAsText(schema: z.core.$ZodType, value: unknown, path: readonly PropertyKey[] = []): void {
  if (typeof value === "string" && isUint64(schema)) throw invalid(path.join("."), "must be a number, not text");
  if (value === null || typeof value !== "object") return;
  const own = unwrap(schema);
  for (const [name, part] of Object.entries(value)) {
    const field = child(own, name);
    if (field !== undefined) refuseNumbersAsText(field, part, [...path, name]);
  }
}

function isUint64(schema: z.core.$ZodType): boolean {
  for (let layer: z.core.$ZodType | undefined = schema; layer !== undefined; layer = innerOf(layer))
    if (z.globalRegistry.get(layer)?.format === "uint64") return true;
  return false;
}

function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  return (schema._zod.def as z.core.$ZodTypeDef & { innerType?: z.core.$ZodType }).innerType;
}
