import { textsOf } from "../../client/redact.ts";
import { isObject, isSecret, plaintextOf } from "./engine-values.ts";

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
