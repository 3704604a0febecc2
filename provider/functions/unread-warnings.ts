import type { z } from "zod";
import type { OperationClient } from "../client/index.ts";
import { child, pathText, readResponse, unreadOf, unwrap, userSchema } from "../schema/index.ts";
import type { Definition } from "./definition.ts";
import { perRun } from "./per-run.ts";

type Schema = z.core.$ZodType;

/** What lookups have warned of: each warning is shown once a run. */
const warnedOf = perRun(() => new Set<string>());

/** Warns of what a response holds that cannot be read: it is left out of the result, and all the rest comes. */
export function warnOfUnread(
  { name, endpoint }: Definition,
  client: OperationClient,
  answer: unknown,
  warn: (text: string) => void,
): void {
  const { response } = endpoint;
  if (response === undefined) return;
  const known = warnedOf(client);
  for (const what of unreadIn(userSchema(response), answer, [])) {
    const text = client.redact(`${name}: the platform's response holds ${what} It is left out of the result.`);
    if (known.has(text)) continue;
    known.add(text);
    warn(text);
  }
}

/** What could not be read, place by place. */
function unreadIn(schema: Schema, value: unknown, path: PropertyKey[]): string[] {
  if (value === null || typeof value !== "object") return [];
  const bare = unwrap(schema);
  const own = Object.entries(unreadOf(value)).map(([key, raw]) => {
    const isElement = Array.isArray(value);
    const part = isElement ? Number(key) : key;
    const below = child(bare, isElement ? 0 : key);
    return `${isElement ? elementText([...path, part], raw) : fieldText([...path, part])} that cannot be read${reason(below, raw)}.`;
  });
  const below = Object.entries(value).flatMap(([key, item]) => {
    const field = child(bare, Array.isArray(value) ? 0 : key);
    return field === undefined ? [] : unreadIn(field, item, [...path, Array.isArray(value) ? Number(key) : key]);
  });
  return [...own, ...below];
}

function elementText(path: PropertyKey[], raw: unknown): string {
  const { id, name } = (raw !== null && typeof raw === "object" ? raw : {}) as { id?: unknown; name?: unknown };
  const which = [
    id === undefined ? "" : `id ${JSON.stringify(id)}`,
    typeof name === "string" ? JSON.stringify(name) : "",
  ];
  const identity = which.filter((text) => text !== "").join(", ");
  return `an element, ${pathText(path)}${identity === "" ? "" : ` (${identity})`},`;
}

function fieldText(path: PropertyKey[]): string {
  return `a field, ${pathText(path)},`;
}

/** The contract's view of it; values are not shown, since any of them may be secret. */
function reason(schema: Schema | undefined, raw: unknown): string {
  if (schema === undefined) return "";
  const read = readResponse(schema as z.ZodType, raw);
  if (read.success) return "";
  const problems = read.problems.slice(0, 3).map(({ path, message }) => {
    const where = path.length === 0 ? "" : `field ${pathText(path)}: `;
    return `${where}${message.replace(/^Invalid input: /, "")}`;
  });
  return `: ${problems.join("; ")}`;
}
