import { z } from "zod";

/** What an error answer says, whatever area it comes from. */
export interface Problem {
  message: string;
  requestId?: string;
  exceptionClass?: string;
}

const text = z.string().min(1);

/**
 * One tolerant reader for the shapes of all areas (companion §7.1): cloud `{exception_class, message, request_id,
 * invalid_fields}`, CDN `{errors}` or `{message}` or a bare map of fields, streaming `{status, error}`, edge and
 * storage `{error}`.
 */
export function readProblem(body: string): Problem {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return { message: plainText(body) };
  }
  const parsed = z.record(z.string(), z.unknown()).safeParse(value);
  if (!parsed.success) return { message: plainText(body) };
  const { message, error, errors, invalid_fields, request_id, exception_class, info, ...rest } = parsed.data;
  const said = [text.safeParse(message).data ?? text.safeParse(error).data, joined(errors), joined(invalid_fields)];
  const quota = joined(info);
  if (quota !== undefined) said.push(quota);
  const words = said.filter((part) => part !== undefined);
  return {
    message: words.length > 0 ? words.join("; ") : (joined(rest) ?? plainText(body)),
    requestId: text.safeParse(request_id).data,
    exceptionClass: text.safeParse(exception_class).data,
  };
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
  return parts.length > 0 ? parts.join("; ") : undefined;
}

/** The beginning of an answer that is no JSON: enough to recognise a proxy's page. */
export function plainText(body: string): string {
  const words = body
    .replace(/<(script|style)[\s\S]*?<\/\1>/gi, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return words.length > 200 ? `${words.slice(0, 200)}…` : words;
}
