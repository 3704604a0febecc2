import { createHmac } from "node:crypto";
import { canonicalHash } from "../../values/canonical-json.ts";
import type { Draft, Review } from "./schema.ts";

/** `sha256:…` of a value's canonical form. */
export function hashOf(value: unknown): string {
  return `sha256:${canonicalHash(value)}`;
}

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

/**
 * Fields that vary without a change of the stack: times, quota usage by others, days until a waiver ends, the commit (a merge
 * creates a new one), sample URLs, expected usage and other command-line arguments. The signature covers them.
 */
const unbound = [
  "createdAt",
  "expiresAt",
  "commit",
  "quotas",
  "cdn",
  "usage",
  "notes",
  "arguments",
  "digest",
  "signature",
] as const;

/**
 * The digest that a reviewer approves. It covers everything that an apply must find again. The time of the last state write is
 * part of it: a review is applied only once, even if a rollback restores the same state.
 */
export function digestOf(review: Draft): string {
  return hashOf(boundOf(review));
}

export function boundOf(review: Draft): Readonly<Record<string, unknown>> {
  const bound: Record<string, unknown> = { ...review };
  for (const name of unbound) delete bound[name];
  const { waivers: _, ...policies } = review.policies;
  return { ...bound, policies };
}

export function signed(draft: Draft, hasher: SecretHasher | undefined): Review {
  const withDigest = { ...draft, digest: digestOf(draft) };
  return { ...withDigest, signature: signatureOf(withDigest, hasher) };
}

/** Covers the whole file. With a key, only key holders can sign. Without a key, the signature detects accidental edits only. */
export function signatureOf(signed: object, hasher: SecretHasher | undefined): string {
  const { signature: _, ...rest } = signed as { signature?: string };
  const hash = hashOf(rest);
  return hasher === undefined ? hash : `hmac-sha256:${hasher.keyId}:${hasher.hash(hash)}`;
}
