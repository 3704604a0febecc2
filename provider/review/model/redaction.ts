import { type Redact, redactor } from "../../client/redact.ts";
import { isObject } from "./engine-values.ts";
import { hashOf } from "./hashes.ts";
import type { Draft } from "./schema.ts";

/** A shorter secret is a word of many sentences ("local"): it is replaced only where it is a whole value. */
const minSecretLength = 6;

/** Takes secrets out of texts. */
export function redactorOf(secrets: readonly string[]): Redact {
  const all = new Set(secrets);
  const within = redactor(
    [...all].filter((one) => one.length >= minSecretLength),
    "[secret]",
  );
  return (text) => (text !== "" && all.has(text) ? "[secret]" : within(text));
}

/**
 * Takes every secret that the plan, the state, the configuration, the program and the environment hold out of every text, also out
 * of keys: error messages, names and URNs may repeat one. The names of stack and project are what an apply finds the stack by.
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

/** A longer value is shown by its beginning and its hash, so that a review stays readable and still distinguishes two texts. */
const maxTextLength = 1_000;

/** Only after the secrets are out: a cut through one would leave a part of it that nothing recognizes. */
function shortened(text: string): string {
  if (text.length <= maxTextLength) return text;
  return `${text.slice(0, 200)}… (${text.length} characters, ${hashOf(text).slice(0, 23)})`;
}
