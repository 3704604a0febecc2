import { createHmac } from "node:crypto";
import { canonicalHash } from "../../values/canonical-json.ts";

/** `sha256:…` of a value's canonical form. */
export function hashOf(value: unknown): string {
  return `sha256:${canonicalHash(value)}`;
}

/** Format of a signature: a keyed hash with the key id, or a plain hash. */
export const signaturePattern = /^(hmac-sha256:[0-9a-f]{8}|sha256):[0-9a-f]{64}$/;

/** Keyed hashes of secrets. Without the key, nobody can test guesses against them. */
export class SecretHasher {
  readonly #key: Buffer;
  /** Identifies the key. Reviews made with different keys cannot compare secrets. */
  readonly keyId: string;

  constructor(secret: string) {
    // A derived key: the hashes reveal nothing about other uses of the secret.
    this.#key = createHmac("sha256", "cloudplatform-review/1").update(secret).digest();
    this.keyId = this.hash("key").slice(0, 8);
  }

  hash(text: string): string {
    return createHmac("sha256", this.#key).update(text).digest("hex");
  }
}
