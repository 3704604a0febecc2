import type { z } from "zod";
import { type Endpoint, readJson, writeJson } from "../api/index.ts";
import { fromWire, pathText, readResponse, toWire, userPath } from "../schema/index.ts";
import { mentionsStandIn } from "../values/stand-in.ts";
import { mentionsUnknown } from "../values/unknown.ts";
import type { Call } from "./call-types.ts";
import { InputError, type RequestInfo } from "./errors.ts";
import { invalidResponseError } from "./failure.ts";
import { type Redact, Redactor, secretsOf } from "./redact.ts";
import type { Settings } from "./settings.ts";

type Fields = Record<string, unknown>;

/** A part of a request on the wire. */
interface Part {
  given: unknown;
  /** Undefined if it is invalid. */
  parsed: unknown;
}

/** A request that is ready to be sent. */
export interface Prepared {
  endpoint: Endpoint;
  info: RequestInfo;
  /** Path and query. */
  target: string;
  body: string | undefined;
  redact: Redact;
}

/** Translates a call into a request. Throws an InputError if the call violates the contract. */
export function prepare(
  endpoint: Endpoint,
  call: Call<Endpoint>,
  { settings, secrets, page }: { settings: Readonly<Settings>; secrets: Redactor; page?: number | undefined },
): Prepared {
  const problems: string[] = [];
  const read = (schema: z.ZodType, value: unknown, where: string): Part => {
    const given = toWire(schema, value).value;
    const { data, error } = schema.safeParse(given);
    for (const { path, message } of error?.issues ?? [])
      problems.push(`${pathText([where, ...userPath(schema, path)])}: ${message}`);
    return { given, parsed: data };
  };
  const params = read(endpoint.params, call.params ?? {}, "path");
  const query = read(endpoint.query, call.query ?? {}, "query");
  const hasBody = endpoint.body !== undefined && !(endpoint.bodyOptional === true && call.body === undefined);
  const body = hasBody ? read(endpoint.body as z.ZodType, call.body, "body") : undefined;
  const own = secretsOf(endpoint.body, body?.given);
  const { redact } = own.length === 0 ? secrets : new Redactor(own, { others: secrets });
  if (problems.length > 0) throw new InputError(endpoint.summary, problems.map(redact));

  const path = pathOf(endpoint, params.parsed as Fields, settings.edgeWord);
  const prefix = new URL(settings.baseUrl).pathname.replace(/\/+$/, "");
  const target =
    prefix +
    path +
    queryText({ ...pick(query.parsed as Fields, query.given as Fields), ...(page !== undefined && { page }) });
  const text = body && bodyText(endpoint, body);
  // A preview must not send unknown values, even where a caller forgets to check for them.
  if (mentionsUnknown(target) || (text !== undefined && mentionsUnknown(text)))
    throw new InputError(endpoint.summary, ["a value is not known yet: it is an output of a resource to be created"]);
  if (text !== undefined && mentionsStandIn(text))
    throw new InputError(endpoint.summary, [
      "it needs a value that is not stored (writeOnly), and the program does not give it: take it out of ignoreChanges, then run again",
    ]);
  return {
    endpoint,
    info: { method: endpoint.method, path, baseUrl: settings.baseUrl },
    target,
    body: text,
    redact,
  };
}

function pathOf(endpoint: Endpoint, params: Fields, edgeWord: string): string {
  return pathTemplate(endpoint, edgeWord).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
}

/** The path of an endpoint on a platform that uses its own word for the edge-app area. */
export function pathTemplate({ area, path }: Pick<Endpoint, "area" | "path">, edgeWord: string): string {
  return area === "edge" ? path.replace(/^\/edgeapp(?=\/)/, `/${edgeWord}`) : path;
}

/** Returns a successful response in the user's spelling. Throws an InvalidResponseError if it violates the contract. */
export function readSuccess({ endpoint, info, redact }: Prepared, response: { status: number; body: string }): unknown {
  const { response: schema } = endpoint;
  if (schema === undefined) return undefined;
  const fail = (what: string, isSilent: boolean) =>
    invalidResponseError(info, endpoint, response, what, redact, isSilent);
  let value: unknown;
  try {
    value = endpoint.lossless === true ? readJson(response.body) : JSON.parse(response.body);
  } catch {
    const isEmpty = response.body.trim() === "";
    throw fail(isEmpty ? "the body is empty" : "the body is not JSON", isEmpty);
  }
  const parsed = readResponse(schema, value);
  if (parsed.success) return fromWire(schema, parsed.data);
  const wrong = parsed.problems.slice(0, 5).map((issue) => {
    const where = issue.path.length === 0 ? "the body" : `field ${issue.path.join(".")}`;
    return `${where} does not match the contract: ${issue.message}`;
  });
  throw fail(wrong.join("; "), typeof value === "object");
}

/** Sends a body as given, since the platform applies defaults; only large numbers take their parsed form. */
function bodyText(endpoint: Endpoint, { given, parsed }: Part): string {
  return endpoint.lossless === true ? writeJson(parsed) : JSON.stringify(given);
}

/** Keeps only what the caller gave: the platform applies defaults. */
function pick(parsed: Fields, given: Fields): Fields {
  return Object.fromEntries(Object.entries(parsed).filter(([name]) => given[name] !== undefined));
}

/** Query with arrays as repeated names (companion §8). */
function queryText(query: Fields): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const element of Array.isArray(value) ? value : [value]) params.append(name, String(element));
  }
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}
