import { digestOf, type SecretHasher, signatureOf } from "../model/digest.ts";
import { NotAppliedError } from "../model/errors.ts";
import { formatVersion, type Review, reviewSchema } from "../model/schema.ts";
import { readUserText } from "../model/user-file.ts";

/** Reads a review file. Refuses another format version, and an edited file. */
export async function readReview(file: string): Promise<Review> {
  return parseReview(await readUserText("The review", file), file);
}

export function parseReview(text: string, file: string): Review {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new NotAppliedError(
      `"${file}" is not a review: it is not JSON. Pass the review.json that cloudplatform review wrote.`,
      "CP4101",
    );
  }
  const { format, version } = (json ?? {}) as { format?: unknown; version?: unknown };
  if (format !== "cloudplatform-review")
    throw new NotAppliedError(
      `"${file}" is not a review: its format is ${JSON.stringify(format)}. Pass the review.json that cloudplatform review wrote.`,
      "CP4101",
    );
  if (version !== formatVersion)
    throw new NotAppliedError(
      `"${file}" was written by ${typeof version === "number" && version < formatVersion ? "an older" : "another"} release: it has version ${JSON.stringify(version)} of the format, and this command reads version ${formatVersion}. Make a new review.`,
      "CP4101",
    );
  const parsed = reviewSchema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new NotAppliedError(
      `"${file}" was edited: ${issue?.path.join(".") || "it"} is not as a review is written (${issue?.message}). Make a new review.`,
      "CP4101",
    );
  }
  const review = parsed.data;
  if (digestOf(review) !== review.digest)
    throw new NotAppliedError(
      `"${file}" was edited: its content has another digest than the one that it names. Make a new review.`,
      "CP4101",
    );
  if (review.secrets === undefined) checkSignature(review, file, undefined);
  return review;
}

/**
 * Refuses an edited review. If the review has a key, only somebody with that key can sign an edit. A review with another key
 * needs no check here: its digest differs.
 */
export function checkSignature(review: Review, file: string, hasher: SecretHasher | undefined): void {
  const { secrets: keyId, signature } = review;
  if (keyId !== undefined && hasher !== undefined && keyId !== hasher.keyId) return;
  // A review without a key cannot belong to a stack with a key: its digest differs, but an editor could compute both digest and
  // signature.
  const key = keyId === undefined ? undefined : hasher;
  if ((keyId === undefined) !== (key === undefined) || signature !== signatureOf(review, key))
    throw new NotAppliedError(
      `"${file}" was edited after it was created: its signature is not one that this stack's key makes. Make a new review.`,
      "CP4101",
    );
}
