import { readFile } from "node:fs/promises";
import { z } from "zod";
import { NotAppliedError, ReviewError } from "../model/errors.ts";
import { hashOf } from "../model/hashes.ts";

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

/** The reviews of many stacks; each has its own in `<project>/<stack>/review.json` beside it. */
const listSchema = z.strictObject({
  format: z.literal("cloudplatform-reviews"),
  version: z.literal(1),
  kind: z.enum(["change", "drift"]),
  verdict: z.strictObject({ level: z.enum(["safe", "attention", "blocked"]), reasons: z.array(z.string()) }),
  /** Resources by operation, over all stacks. */
  counts: z.record(z.string(), z.int()),
  /** Stacks in the order in which they are applied. */
  waves: z.array(z.array(id)),
  stacks: z.array(entry),
  commit: z.string().optional(),
  createdAt: z.iso.datetime(),
  /** Covers which stacks are applied, in which order, and the digest of each. */
  digest: hash,
});

export type ReviewList = z.output<typeof listSchema>;
export type ListedReview = z.output<typeof entry>;

/** The list with its digest. */
export function withDigest(list: Omit<ReviewList, "digest">): ReviewList {
  return { ...list, digest: digestOf(list) };
}

function digestOf({ kind, waves, stacks }: Omit<ReviewList, "digest">): string {
  return hashOf({
    kind,
    waves,
    stacks: stacks.map(({ id, stack, folder, digest }) => ({ id, stack, folder, digest })),
  });
}

/** Reads a list, and refuses one that was edited. Each review in it has a signature of its own. */
export async function readList(file: string): Promise<ReviewList> {
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new ReviewError(`The reviews could not be read from "${file}": ${error.message}`, "CP4005");
  });
  const parsed = listSchema.safeParse(jsonOf(text));
  if (!parsed.success)
    throw new NotAppliedError(
      `"${file}" is not the review.json of many stacks, or was edited (${parsed.error.issues[0]?.path.join(".") || "format"}). Pass the one that cloudplatform review --all-stacks wrote; that of one stack is applied without --all-stacks.`,
      "CP4101",
    );
  if (digestOf(parsed.data) !== parsed.data.digest)
    throw new NotAppliedError(`"${file}" was edited: its content has another digest. Make a new review.`, "CP4101");
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
