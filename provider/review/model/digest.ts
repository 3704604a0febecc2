import { hashOf, type SecretHasher } from "./hashes.ts";
import type { Draft, Review } from "./schema.ts";

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
