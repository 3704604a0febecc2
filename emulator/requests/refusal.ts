import type { Endpoint } from "@cloudplatform/pulumi/api";
import { outline, outlineOfPath, outlineOfQuery } from "./outline.ts";
import { redact } from "./redact.ts";

/** The parts of a request that `refusalOf` needs. */
interface Refused {
  readonly status: number | null;
  readonly path: string;
  readonly query: Record<string, string | string[]>;
  readonly endpoint: Endpoint | undefined;
  readonly request: unknown;
  readonly response: unknown;
  readonly faults: readonly string[];
}

/** Why a request failed, as one text; null if it succeeded. */
export function refusalOf(refused: Refused, showsValues: boolean): string | null {
  const { status, faults, response } = refused;
  if (status !== null && status < 400) return null;
  if (status === null) return `The fault ${faults.join(", ")} closed the connection without a response.`;
  if (faults.includes("status")) return "Injected by the fault status.";
  const messages = messagesOf(response);
  if (messages.length === 0) return status === 404 ? "The object does not exist." : null;
  const hidden = showsValues ? secretsOf(refused) : hiddenValues(refused);
  return messages
    .map((message) => hidden.reduce(replaceValue, message))
    .map((message) => (showsValues || isOfSchema(message) ? message : withoutStoredValues(message)))
    .join("\n");
}

/** The messages of an error response, whatever its area (companion §7.1). */
function messagesOf(response: unknown): string[] {
  if (typeof response !== "object" || response === null) return [];
  const { errors, invalid_fields, message, error } = response as Record<string, unknown>;
  const fields = invalid_fields ?? errors;
  if (typeof fields === "object" && fields !== null)
    return Object.entries(fields).map(([field, texts]) => `${field}: ${[texts].flat().join(", ")}`);
  return [message, error].filter((text) => typeof text === "string");
}

/** Messages of the schema library contain only words of the contract, and names of unknown fields. */
const isOfSchema = (message: string) => /^[\w.]+: (Invalid|Too (big|small)|Unrecognized|Expected)/.test(message);

/**
 * Hides values in messages of handlers, which may be values of stored objects that earlier requests chose: quoted values, and
 * words with digits.
 */
function withoutStoredValues(message: string): string {
  const [field = ""] = /^[\w.[\]]+: /.exec(message) ?? [];
  const text = message.slice(field.length);
  return (
    field + text.replaceAll(/"[^"]*"/g, '"[text]"').replaceAll(/(?<![\w.])[\w./:-]*\d[\w./:-]*(?<![.:])/g, "[value]")
  );
}

/** Short values are replaced only as whole words: "a" is part of most words. */
function replaceValue(text: string, value: string): string {
  if (value.length > 3) return text.replaceAll(value, "[text]");
  const escaped = value.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
  return text.replaceAll(new RegExp(`(?<![\\w])${escaped}(?![\\w])`, "g"), "[text]");
}

function secretsOf({ endpoint, request }: Refused): string[] {
  const found = new Set<string>();
  collect(request, redact(endpoint?.body, request), found);
  return byLengthDescending(found);
}

/** All texts and numbers of a request that its outline hides. */
function hiddenValues({ endpoint, path, query, request }: Refused): string[] {
  const found = new Set<string>();
  collect(request, outline(endpoint?.body, request), found);
  collect(query, outlineOfQuery(endpoint?.query, query), found);
  const segments = path.split("/");
  for (const [index, shown] of outlineOfPath(endpoint?.path, path).split("/").entries()) {
    const segment = segments[index] ?? "";
    if (shown !== segment) found.add(segment).add(decoded(segment));
  }
  return byLengthDescending(found);
}

function byLengthDescending(found: Set<string>): string[] {
  found.delete("");
  return [...found].sort((a, b) => b.length - a.length);
}

/** Collects values and field names that differ from their outline. */
function collect(value: unknown, shown: unknown, found: Set<string>): void {
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") {
    if (value !== shown) found.add(String(value));
    return;
  }
  if (typeof value !== "object" || value === null) return;
  // An outline has its fields in the same order; only hidden names differ.
  const outlines = Object.entries(shown as object);
  for (const [index, [name, element]] of Object.entries(value).entries()) {
    const [shownName, shownElement] = outlines[index] ?? ["", undefined];
    if (name !== shownName) found.add(name);
    collect(element, shownElement, found);
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
