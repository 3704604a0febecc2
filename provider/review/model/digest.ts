import { hashOf, type SecretHasher } from "./hashes.ts";
import type { Draft, Review } from "./schema.ts";

/**
 * What changes from day to day without any change: the time, the usage of quotas by others, days until a waiver ends, the
 * commit (a merge makes another one), and sample URLs, expected usage and other arguments of the command line. The signature covers them.
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
 * The digest that a reviewer approves: of all that an apply must find again. The time at which the state was written is a part
 * of it, so that a review is spent once, also where a rollback has brought the same state back.
 */
export function digestOf(review: Draft): string {
  return hashOf(boundOf(review));
}

/** What the digest covers. */
export function boundOf(review: Draft): Readonly<Record<string, unknown>> {
  const bound: Record<string, unknown> = { ...review };
  for (const name of unbound) delete bound[name];
  const { waivers: _, ...policies } = review.policies;
  return { ...bound, policies };
}

/** The review with its digest and its signature. */
export function signed(draft: Draft, hasher: SecretHasher | undefined): Review {
  const withDigest = { ...draft, digest: digestOf(draft) };
  return { ...withDigest, signature: signatureOf(withDigest, hasher) };
}

/** Covers a whole file. With a key only those who have it can make one; without, it shows what was edited by mistake. */
export function signatureOf(signed: object, hasher: SecretHasher | undefined): string {
  const { signature: _, ...rest } = signed as { signature?: string };
  const hash = hashOf(rest);
  return hasher === undefined ? hash : `hmac-sha256:${hasher.keyId}:${hasher.hash(hash)}`;
}
