import { type bodyForms, type Endpoint, errorBodies, readJson } from "../../../api/index.ts";
import type { Received } from "../../../client/send-request.ts";
import { alternative, metadataOf, readResponse, shapeOf, unwrap } from "../../../schema/index.ts";
import type { Reading } from "./readings.ts";

type BodyForm = (typeof bodyForms)[number];

/** The response to a reading. Kept in memory only. */
export interface Answer {
  readonly reading: Reading;
  readonly status: number;
  /** Undefined: the body is not JSON. */
  readonly value: unknown;
  readonly form: BodyForm;
  header(name: string): string | undefined;
}

export function answerOf(reading: Reading, { status, body, header }: Received): Answer {
  const value = parsed(reading.endpoint, body);
  return { reading, status, value, form: formOf(reading, status, body, value), header };
}

export const isSuccess = ({ status }: Pick<Answer, "status">) => status >= 200 && status < 300;

function parsed({ lossless }: Endpoint, text: string): unknown {
  try {
    return lossless === true ? readJson(text) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function formOf({ endpoint }: Reading, status: number, text: string, value: unknown): BodyForm {
  if (text.trim() === "") return status === 404 && endpoint.area === "edge" ? "contract" : "empty";
  if (value === undefined) return /^\s*</.test(text) ? "HTML" : "text";
  if (!isSuccess({ status })) return errorBodies[endpoint.area].safeParse(value).success ? "contract" : "other JSON";
  const { response } = endpoint;
  return response !== undefined && readResponse(response, value).success ? "contract" : "other JSON";
}

/** The elements of a list; undefined for other responses. */
export function elementsOf({ reading: { endpoint }, value }: Answer): readonly unknown[] | undefined {
  if (endpoint.response === undefined || value === null || typeof value !== "object") return undefined;
  const schema = alternative(unwrap(endpoint.response), value);
  if (Array.isArray(value)) return schema._zod.def.type === "array" ? value : undefined;
  const shape = shapeOf(schema) ?? {};
  const name = Object.keys(shape).find((key) => shape[key] !== undefined && metadataOf(shape[key]).readEach === true);
  const elements = name === undefined ? undefined : (value as Record<string, unknown>)[name];
  return Array.isArray(elements) ? elements : undefined;
}

/** Total number of elements of a list, if the response has it. */
export function totalOf({ value }: Answer): number | undefined {
  const { count, total_count: total } = (value ?? {}) as Record<string, unknown>;
  if (typeof total === "number") return total;
  return typeof count === "number" ? count : undefined;
}
