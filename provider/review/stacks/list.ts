import { z } from "zod";
import { hashOf, SecretHasher, signatureOf } from "../model/digest.ts";
import { NotAppliedError } from "../model/errors.ts";
import { signaturePattern } from "../model/schema.ts";
import { readUserText } from "../model/user-file.ts";

const part = /^(?!\.+$)[\w.-]+$/;
const id = z.string().refine((text) => text.split("/").length === 2 && text.split("/").every((one) => part.test(one)), {
  message: "must be project/stack",
});
const hash = z.string().regex(/^sha256:[0-9a-f]{64}$/);

const entry = z.strictObject({
  id,
  stack: z.string(),
  folder: z.string().refine((text) => !text.startsWith("/") && !text.split("/").includes(".."), {
    message: "must be below the repository",
  }),
  level: z.enum(["safe", "attention", "blocked"]),
  counts: z.record(z.string(), z.int()),
  /** Absent: the stack could not be reviewed. */
  digest: hash.optional(),
  failure: z.string().optional(),
});

/** The list of the reviews of many stacks. The reviews themselves are beside it, in `<project>/<stack>/review.json`. */
const listSchema = z.strictObject({
  format: z.literal("cloudplatform-reviews"),
  version: z.literal(2),
  kind: z.enum(["change", "drift"]),
  verdict: z.strictObject({ level: z.enum(["safe", "attention", "blocked"]), reasons: z.array(z.string()) }),
  /** Resources by operation, over all stacks. */
  counts: z.record(z.string(), z.int()),
  /** Stacks in the order in which they are applied. */
  waves: z.array(z.array(id)),
  stacks: z.array(entry),
  commit: z.string().optional(),
  createdAt: z.iso.datetime(),
  /** Covers the stacks to apply, their order, and the digest of each. */
  digest: hash,
  /** Covers the whole file except the signature. */
  signature: z.string().regex(signaturePattern),
});

export type ReviewList = z.output<typeof listSchema>;
export type ListedReview = z.output<typeof entry>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Key of the signature. It comes from the environment, because the stacks of a list may use several accounts. */
function hasherOf({ CLOUDPLATFORM_REVIEW_KEY: own, CLOUDPLATFORM_API_KEY: apiKey }: Environment) {
  const secret = own || apiKey;
  return secret === undefined || secret === "" ? undefined : new SecretHasher(secret);
}

export function signedList(
  list: Omit<ReviewList, "format" | "version" | "digest" | "signature">,
  environment: Environment,
): ReviewList {
  const withDigest = { format: "cloudplatform-reviews" as const, version: 2 as const, ...list, digest: digestOf(list) };
  return { ...withDigest, signature: signatureOf(withDigest, hasherOf(environment)) };
}

function digestOf({ kind, waves, stacks }: Pick<ReviewList, "kind" | "waves" | "stacks">): string {
  return hashOf({
    kind,
    waves,
    stacks: stacks.map(({ id, stack, folder, digest }) => ({ id, stack, folder, digest })),
  });
}

/** Reads a list. Refuses a file in which the stacks, their order or their content were edited. */
export async function readList(file: string, environment: Environment): Promise<ReviewList> {
  const text = await readUserText("The reviews", file);
  const parsed = listSchema.safeParse(jsonOf(text));
  if (!parsed.success)
    throw new NotAppliedError(
      `"${file}" is not the review.json of many stacks, or was edited (${parsed.error.issues[0]?.path.join(".") || "format"}). Pass the one that cloudplatform review --all-stacks wrote; that of one stack is applied without --all-stacks.`,
      "CP4101",
    );
  const list = parsed.data;
  if (list.signature === signatureOf(list, hasherOf(environment)) && list.digest === digestOf(list)) return list;
  throw new NotAppliedError(
    `"${file}" was edited, or was signed with another key than the one here. Set CLOUDPLATFORM_REVIEW_KEY where stacks are reviewed and where they are applied, and make a new review.`,
    "CP4101",
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
