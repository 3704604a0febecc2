import { type Endpoint, endpoints } from "../../../api/index.ts";
import type { Settings } from "../../../client/index.ts";
import { child, oncePerSchema, unwrap } from "../../../schema/index.ts";
import type { ShownName } from "./examine.ts";

/** Replaces a name that may belong to a user. */
const withheld = "(withheld)";

/** Shorter texts are part of many names and reveal little. */
const minLength = 4;
const minDigits = 3;

/**
 * Names of unknown fields are the only part of a report that comes from the platform. A name is shown only if it has the form of
 * a field name, and contains no text or number that is a value in a response, the settings or the environment.
 */
export function nameGuard(values: readonly unknown[], settings: Readonly<Settings>): ShownName {
  const texts = new Set<string>();
  for (const value of [...values, ...Object.values(settings), settings.apiKey]) addTexts(value, texts);
  const words = contractWords();
  const taken = [...texts].filter((text) => !words.has(text));
  return (name) => {
    if (!/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name) || isRandom(name)) return withheld;
    const lower = name.toLowerCase();
    const plain = plainText(lower);
    return taken.some((text) => lower.includes(text) || plain.includes(plainText(text))) ? withheld : name;
  };
}

const plainText = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "") || text;

/** Digits of ids, hashes and tokens. */
const isRandom = (name: string) => /\d{6,}|[0-9a-f]{16,}/i.test(name);

function addTexts(value: unknown, to: Set<string>): void {
  if (value === null || value === undefined) return;
  if (typeof value === "object") {
    // Keys of maps are names, too, unless the contract knows them.
    for (const part of Object.values(value)) addTexts(part, to);
    return;
  }
  const text = String(value).toLowerCase();
  const isLong = typeof value === "string" ? text.length >= minLength : text.length >= minDigits;
  if (isLong && typeof value !== "boolean") to.add(text);
  // A word of a text may be a name.
  if (typeof value === "string")
    for (const word of text.split(/[^\p{L}\p{N}_-]+/u)) if (word.length >= 2 * minLength) to.add(word);
}

/** Names of fields and values of enums belong to the contract, even if a user has chosen the same word. */
function contractWords(): Set<string> {
  const words = new Set<string>();
  const visit = oncePerSchema((schema) => {
    const bare = unwrap(schema);
    const def = bare._zod.def as { type: string; shape?: object; entries?: object; options?: (typeof schema)[] };
    for (const word of [...Object.keys(def.shape ?? {}), ...Object.values(def.entries ?? {})])
      words.add(String(word).toLowerCase());
    for (const name of Object.keys(def.shape ?? {})) below(child(bare, name));
    for (const option of def.options ?? []) visit(option);
    if (def.type === "array" || def.type === "record") below(child(bare, 0));
    return true;
  });
  const below = (schema: Parameters<typeof visit>[0] | undefined) => void (schema && visit(schema));
  for (const { response, body } of Object.values<Endpoint>(endpoints)) {
    if (response !== undefined) visit(response);
    if (body !== undefined) visit(body);
  }
  return words;
}
