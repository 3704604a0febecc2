import { z } from "zod";

/** Areas of the platform, each with its own shape of errors (companion §7.1). */
export type Area = "streaming" | "cdn" | "cloud" | "edge" | "storage";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * An endpoint of the platform as a value: the client calls it, the emulator routes and validates with it, and OpenAPI is
 * generated from it.
 */
export interface Endpoint<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Response extends z.ZodType | undefined = z.ZodType | undefined,
> {
  /** `<noun>.<operation>`, unique in the table. */
  readonly id: string;
  readonly area: Area;
  readonly method: Method;
  /** Path below the base URL, with parameters in braces: `/cdn/resources/rule_templates/{rule_template_id}`. */
  readonly path: string;
  /** One line for OpenAPI and error texts, starting with a verb: `Create a rule template`. */
  readonly summary: string;
  /** `platform-api §4 #2` for the contract, `companion §3.1` for a route that the contract lacks. */
  readonly source: string;
  readonly params: Params;
  readonly query: Query;
  /** Undefined if the endpoint takes no body. */
  readonly body: Body;
  /** The body may be omitted (platform-api §4 #13). */
  readonly bodyOptional?: boolean;
  /** Each request creates another object: names are not unique, and there is no idempotency key. */
  readonly createsAnother?: boolean;
  /** A POST that changes nothing, such as a price preview. In HTTP's terms it is safe, like every GET. */
  readonly isSafe?: boolean;
  /** Integers may exceed 2^53: bodies are read and written by `readJson` and `writeJson`. */
  readonly lossless?: boolean;
  /** Status code of a success. */
  readonly status: number;
  /** Undefined if a success has no body. */
  readonly response: Response;
}

const nothing = z.object({});
type Nothing = typeof nothing;

/** Defines an endpoint; parts that it lacks may be omitted. */
export function endpoint<
  const Id extends string,
  Params extends z.ZodObject = Nothing,
  Query extends z.ZodObject = Nothing,
  Body extends z.ZodType | undefined = undefined,
  Response extends z.ZodType | undefined = undefined,
  const Verb extends Method = Method,
>(written: {
  id: Id;
  area: Area;
  method: Verb;
  path: string;
  summary: string;
  source: string;
  params?: Params;
  query?: Query;
  body?: Body;
  bodyOptional?: boolean;
  createsAnother?: boolean;
  isSafe?: boolean;
  lossless?: boolean;
  status?: number;
  response?: Response;
}): Endpoint<Params, Query, Body, Response> & { readonly id: Id; readonly method: Verb } {
  return {
    ...written,
    params: written.params ?? (nothing as unknown as Params),
    query: written.query ?? (nothing as unknown as Query),
    body: written.body as Body,
    status: written.status ?? 200,
    response: written.response as Response,
  };
}

/** Whether a request to an endpoint may change something. */
export function mayChange({ method, isSafe }: Pick<Endpoint, "method" | "isSafe">): boolean {
  return method !== "GET" && isSafe !== true;
}
