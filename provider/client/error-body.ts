import { z } from "zod";
import type { Redact } from "./redact.ts";

/** The content of an error response of any area. */
interface ErrorBody {
  message: string;
  requestId?: string;
  exceptionClass?: string;
}

const text = z.string().min(1);

/** Larger responses are not errors of the platform; only their beginning is read. */
const maxErrorBodyLength = 64 * 1024;
/** This much at the end of a truncated page may be the beginning of a secret. */
const maxSecretLength = 16 * 1024;

/**
 * One tolerant reader for the shapes of all areas (companion §7.1): cloud `{exception_class, message, request_id,
 * invalid_fields}`, CDN `{errors}` or `{message}` or a bare map of fields, streaming `{status, error}`, edge and storage
 * `{error}`. Secrets are removed before anything is cut or stripped, so that no part of a secret remains.
 */
export function readErrorBody(body: string, redact: Redact): ErrorBody {
  let value: unknown;
  try {
    value = body.length > maxErrorBodyLength ? undefined : JSON.parse(body);
  } catch {
    return { message: plainText(body, redact) };
  }
  const parsed = z.record(z.string(), z.unknown()).safeParse(redacted(value, redact));
  if (!parsed.success) return { message: plainText(body, redact) };
  const { message, error, errors, invalid_fields, request_id, exception_class, info, ...rest } = parsed.data;
  const parts = [text.safeParse(message).data ?? text.safeParse(error).data, joined(errors), joined(invalid_fields)];
  const quota = joined(info);
  if (quota !== undefined) parts.push(quota);
  const messages = eachOnce(parts.filter((part) => part !== undefined));
  return {
    message: messages.length > 0 ? messages.join("; ") : (joined(rest) ?? plainText(body, redact)),
    requestId: text.safeParse(request_id).data,
    exceptionClass: text.safeParse(exception_class).data,
  };
}

/** Drops parts that another part contains: platforms repeat the message under the field that it is about. */
function eachOnce(parts: readonly string[]): string[] {
  return parts.filter(
    (part, index) => !parts.some((other, at) => at !== index && other.includes(part) && (other !== part || at < index)),
  );
}

/** `{rule: ["too long"], options: {cors: ["…"]}}` → `rule: too long; options.cors: …`. */
function joined(value: unknown, path = ""): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== "object") return path === "" ? String(value) : `${path}: ${String(value)}`;
  if (Array.isArray(value) && value.every((element) => typeof element !== "object")) {
    if (value.length === 0) return undefined;
    return path === "" ? value.join("; ") : `${path}: ${value.join(", ")}`;
  }
  const parts = Object.entries(value)
    .map(([key, element]) => joined(element, path === "" ? key : `${path}.${key}`))
    .filter((part) => part !== undefined);
  return parts.join("; ") || undefined;
}

/** Copies a response without secrets, in names as well as in values. */
function redacted(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value === "number") {
    const digits = redact(String(value));
    return digits === String(value) ? value : digits;
  }
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((element) => redacted(element, redact));
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [redact(key), redacted(element, redact)]));
}

/** The beginning of a response that is not JSON, without secrets: enough to recognize a proxy's page. */
export function plainText(body: string, redact: Redact): string {
  const shown = redactedBeginning(body, redact)
    .replace(/<(script|style)[\s\S]*?<\/\1>/gi, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return shown.length > 200 ? `${shown.slice(0, 200)}…` : shown;
}

function redactedBeginning(body: string, redact: Redact): string {
  if (body.length <= maxErrorBodyLength) return redact(body);
  return redact(body.slice(0, maxErrorBodyLength)).slice(0, -maxSecretLength);
}
