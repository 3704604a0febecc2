import { type Redact, redactor } from "../../client/redact.ts";
import { isObject } from "./engine-values.ts";
import { hashOf } from "./hashes.ts";
import type { Draft } from "./schema.ts";

/** A shorter secret ("local") is a word that many texts contain, so it is redacted only if it is the whole value. */
const minSecretLength = 6;

/** Creates a function that redacts secrets in texts. */
export function redactorOf(secrets: readonly string[]): Redact {
  const all = new Set(secrets);
  const within = redactor(
    [...all].filter((one) => one.length >= minSecretLength),
    "[secret]",
  );
  return (text) => (text !== "" && all.has(text) ? "[secret]" : within(text));
}

/**
 * Redacts all secrets of the plan, state, configuration, program and environment in every text, including keys: error messages,
 * names and URNs may repeat a secret. The names of stack and project are kept, because an apply finds the stack by them.
 */
export function withoutSecrets({ project, stack, ...draft }: Draft, redact: Redact): Draft {
  const clean = (value: unknown, isShown: boolean): unknown => {
    if (typeof value === "string") return isShown ? shortened(redact(value)) : redact(value);
    if (Array.isArray(value)) return value.map((one) => clean(one, isShown));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [redact(key), clean(one, isShown || key === "old" || key === "new")]),
    );
  };
  return { project, stack, ...(clean(draft, false) as Omit<Draft, "project" | "stack">) };
}

/** A longer value is cut and gets a hash, so that a review stays readable and two texts remain distinguishable. */
const maxTextLength = 1_000;

/** Runs after redaction: cutting through a secret would leave a part that redaction no longer recognizes. */
function shortened(text: string): string {
  if (text.length <= maxTextLength) return text;
  return `${text.slice(0, 200)}… (${text.length} characters, ${hashOf(text).slice(0, 23)})`;
}
