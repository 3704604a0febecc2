import { hashOf, type SecretHasher } from "./hashes.ts";
import type { Draft, Review } from "./schema.ts";

/**
 * What changes from day to day without any change: the time, the usage of quotas by others, days until a waiver ends, the
 * commit (a merge makes another one), and sample URLs, which are given on the command line.
 */
const unbound = ["createdAt", "expiresAt", "commit", "quotas", "cdn", "notes", "digest", "seal", "signature"] as const;

/** The digest that a reviewer approves: of all that an apply must find again. */
export function digestOf(review: Draft): string {
  const bound: Record<string, unknown> = { ...review };
  for (const name of unbound) delete bound[name];
  const { updatedAt: _, ...state } = review.state;
  const { waivers: __, ...policies } = review.policies;
  return hashOf({ ...bound, state, policies });
}

/** The review with its digest, its seal and, where there is a key, its signature. */
export function sealed(draft: Draft, hasher: SecretHasher | undefined): Review {
  const withDigest = { ...draft, digest: digestOf(draft) };
  const seal = sealOf(withDigest);
  return { ...withDigest, seal, ...(hasher !== undefined && { signature: signatureOf(seal, hasher) }) };
}

/** A hash of the whole file: an edit of any field shows without a key, unless the hash was recomputed as well. */
export function sealOf(review: Omit<Review, "seal" | "signature">): string {
  const { seal: _, signature: __, ...rest } = review as Review;
  return hashOf(rest);
}

/** Only those who have the key can make one. */
export function signatureOf(seal: string, hasher: SecretHasher): string {
  return `hmac-sha256:${hasher.keyId}:${hasher.hash(seal)}`;
}
