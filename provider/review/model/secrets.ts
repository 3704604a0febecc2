import { type Redact, redactor, textsOf } from "../../client/redact.ts";
import { hashOf } from "./digest.ts";
import { isObject, isSecret, plaintextOf } from "./engine-values.ts";
import type { Draft } from "./schema.ts";

/** The output that the provider marks as a whole, because it may contain secrets among values that are none. */
const markedAsWhole = "__declared";

/** The texts of the secrets in plans, states and calls of the engine that contain them in plaintext. */
export class SecretTexts {
  readonly #secrets = new Set<string>();
  readonly #possible = new Set<string>();
  readonly #open = new Set<string>();

  add(value: unknown): void {
    this.#addTo(this.#secrets, value);
  }

  #addTo(found: Set<string>, value: unknown): void {
    if (isSecret(value)) for (const text of secretTexts(JSON.parse(plaintextOf(value) ?? "null"))) found.add(text);
    else if (isObject(value)) {
      for (const key of Array.isArray(value.configSecretKeys) ? value.configSecretKeys : [])
        for (const text of secretTexts(Reflect.get(Object(value.config), String(key)))) this.#secrets.add(text);
      for (const [key, below] of Object.entries(value))
        this.#addTo(key === markedAsWhole ? this.#possible : this.#secrets, below);
    } else if (Array.isArray(value)) for (const below of value) this.add(below);
    else if (typeof value === "string" || typeof value === "number") this.#open.add(String(value));
  }

  get all(): string[] {
    return [...this.#secrets, ...[...this.#possible].filter((text) => !this.#open.has(text))];
  }
}

/** A secret configuration value that is an object is stored as JSON; its parts are secrets as well. */
function secretTexts(value: unknown): string[] {
  const texts = textsOf(value);
  return [...texts, ...texts.flatMap((text) => (/^[[{"]/.test(text) ? textsOf(parsed(text)) : []))];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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
