import { setMaxListeners } from "node:events";
import { join } from "node:path";
import type { Redact } from "../../client/redact.ts";
import { OperationError } from "../../engine/handler/errors.ts";
import { counted } from "../../values/counted.ts";
import { decimalOf, inParallel, microsOf } from "../../values/index.ts";
import { commitOf } from "../model/project.ts";
import type { Review } from "../model/schema.ts";
import type { Prepared } from "../plan/make.ts";
import { driftReport, type ReviewOptions, withReview } from "../plan/make.ts";
import type { StackPlace } from "./find.ts";
import { type ReviewList, signedList } from "./list.ts";
import { wavesOf } from "./waves.ts";

/** A stack with its review, or the reason why there is none. */
export interface Reviewed {
  place: StackPlace;
  review?: Review;
  failure?: string;
  /** `project/stack` of the stacks whose outputs the program reads. */
  reads: readonly string[];
}

interface StacksOptions extends Omit<ReviewOptions, "cwd" | "stack" | "progress"> {
  root: string;
  stacks: readonly StackPlace[];
  /** Maximum number of stacks reviewed in parallel. */
  parallel: number;
  redact: Redact;
  /** Called for each finished stack. */
  onDone(reviewed: Reviewed): Promise<void>;
}

/** Reviews each stack like a single stack. A failure does not prevent the review of the other stacks. */
export async function reviewStacks(kind: Review["kind"], options: StacksOptions): Promise<Reviewed[]> {
  const { root, stacks, parallel, signal, redact, onDone } = options;
  // Each running CLI command listens for Ctrl-C.
  setMaxListeners(0, signal, process);
  const done = new Map<string, Reviewed>();
  await inParallel(stacks, parallel, async (place) => {
    const single = { ...options, cwd: join(root, place.folder), stack: place.stack };
    const reviewed: Reviewed = { place, reads: [] };
    try {
      if (kind === "drift") reviewed.review = await driftReport(single);
      else
        await withReview(single, async (prepared) => {
          reviewed.review = prepared.review;
          reviewed.reads = readsOf(prepared);
        });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OperationError)) throw error;
      reviewed.failure = redact(error.message);
    }
    done.set(place.id, reviewed);
    await onDone(reviewed);
  });
  return stacks.flatMap(({ id }) => done.get(id) ?? []);
}

/** Stacks that the program reads with a `StackReference`, including references that the change adds. */
function readsOf({ preview }: Prepared): string[] {
  const named = preview.events.steps
    .filter(({ type, op }) => type === "pulumi:pulumi:StackReference" && op !== "delete")
    .map(({ new: now, old, urn }) => String(now?.inputs?.name ?? old?.inputs?.name ?? urn.split("::").at(-1)));
  return named.map((one) => one.split("/").slice(-2).join("/"));
}

/** Builds the `review.json` of many stacks. */
export function listOf(
  kind: Review["kind"],
  reviewed: readonly Reviewed[],
  { root, environment, waves }: { root: string; environment: NodeJS.ProcessEnv; waves?: readonly string[] },
  now = new Date(),
): Promise<ReviewList> {
  const reads = new Map(reviewed.map(({ place, reads }) => [place.id, reads]));
  const order = kind === "drift" ? [] : wavesOf(reads, waves);
  const stacks = reviewed.map(({ place: { id, stack, folder }, review, failure }) => ({
    ...{ id, stack, folder, level: review?.verdict.level ?? ("blocked" as const), counts: review?.counts ?? {} },
    ...(review !== undefined && { digest: review.digest }),
    ...(failure !== undefined && { failure }),
  }));
  return commitOf(root).then((commit) => {
    const what = { kind, verdict: verdictOf(stacks), counts: countsOf(reviewed), waves: order, stacks };
    const list = { ...what, ...(commit !== undefined && { commit }), createdAt: now.toISOString() };
    return signedList(list, environment);
  });
}

function verdictOf(stacks: readonly Pick<ReviewList["stacks"][number], "level">[]): ReviewList["verdict"] {
  const count = (level: string) => stacks.filter((one) => one.level === level).length;
  const [blocked, attention, safe] = [count("blocked"), count("attention"), count("safe")];
  const level = blocked > 0 ? "blocked" : attention > 0 ? "attention" : "safe";
  if (stacks.length === 0) return { level, reasons: ["no stack is touched"] };
  const words = [
    [blocked, "blocked"],
    [attention, attention === 1 ? "needs attention" : "need attention"],
    [safe, "safe"],
  ] as const;
  const reasons = words.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return { level, reasons: [`of ${counted(stacks.length, "stack")} ${reasons.join(", ")}`] };
}

/** Resource counts by operation, summed over all stacks. */
export function countsOf(reviewed: readonly Reviewed[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { review } of reviewed)
    for (const [name, count] of Object.entries(review?.counts ?? {})) counts[name] = (counts[name] ?? 0) + count;
  return counts;
}

/** Change of the monthly costs over all stacks, by currency. */
export function monthlyOf(reviewed: readonly Reviewed[]): Review["money"]["monthly"] {
  const all = reviewed.flatMap(({ review }) => review?.money.monthly ?? []);
  return [...Map.groupBy(all, ({ currency }) => currency)].map(([currency, same]) => {
    const sum = (name: "before" | "after" | "difference") =>
      decimalOf(same.reduce((total, one) => total + (microsOf(one[name]) ?? 0n), 0n));
    return { currency, before: sum("before"), after: sum("after"), difference: sum("difference") };
  });
}
