import { canonicalJson, hashOf, type SecretHasher } from "./canonical-json.ts";
import type { Draft, Review } from "./schema.ts";

/**
 * What changes from day to day without any change: the time, the usage of quotas by others, days until a waiver ends, the
 * commit (a merge makes another one), and sample URLs, which are given on the command line.
 */
const unbound = ["createdAt", "expiresAt", "commit", "quotas", "cdn", "notes", "digest", "seal"] as const;

/** The digest that a reviewer approves: of all that an apply must find again. */
export function digestOf(review: Draft): string {
  const bound: Record<string, unknown> = { ...review };
  for (const name of unbound) delete bound[name];
  const { updatedAt: _, ...state } = review.state;
  const { waivers: __, ...policies } = review.policies;
  return hashOf({ ...bound, state, policies });
}

/** The review with its digest and its seal. */
export function sealed(draft: Draft, hasher: SecretHasher | undefined): Review {
  const withDigest = { ...draft, digest: digestOf(draft) };
  return { ...withDigest, seal: sealOf(withDigest, hasher) };
}

/** A hash of the whole file. With a key only those who have it can make one. */
export function sealOf(review: Omit<Review, "seal">, hasher: SecretHasher | undefined): string {
  const { seal: _, ...rest } = review as Review;
  const text = canonicalJson(rest);
  return hasher === undefined ? hashOf(text) : `hmac-sha256:${hasher.keyId}:${hasher.hash(text)}`;
}
