import { setMaxListeners } from "node:events";
import { dirname, join } from "node:path";
import { inParallel } from "../../values/index.ts";
import { InterruptedError, NotAppliedError, ReviewError } from "../model/errors.ts";
import { type ApplyOptions, apply, isApplied } from "../plan/apply.ts";
import { isSelected, refuseUnmatched } from "./find.ts";
import { type ListedReview, type ReviewList, readList } from "./list.ts";

/** The result for a stack. `before`: an earlier run applied it. `left`: not started, because another stack failed. */
export type Outcome = "applied" | "before" | "settled" | "compared" | "left" | { error: unknown };

interface StacksApplyOptions extends Omit<ApplyOptions, "cwd" | "stack" | "approved" | "out"> {
  root: string;
  /** The `review.json` of many stacks. */
  file: string;
  digest: string | undefined;
  /** Patterns that select stacks; empty: all. */
  patterns: readonly string[];
  parallel: number;
  out(id: string, text: string): void;
  onWave(number: number, of: number, stacks: number): void;
}

/**
 * Applies reviewed stacks wave by wave, each like a single stack, and starts none after the first failure. A repeated run skips
 * the stacks that it already applied, as recorded in their histories.
 */
export async function applyStacks(
  options: StacksApplyOptions,
): Promise<{ list: ReviewList; outcomes: Map<string, Outcome> }> {
  const list = await readList(options.file, options.environment);
  refuseUnfit(list, options);
  setMaxListeners(0, options.signal, process);
  refuseUnmatched(
    list.stacks.map(({ id }) => id),
    options.patterns,
  );
  const entries = new Map(list.stacks.map((one) => [one.id, one]));
  const waves = list.waves.map((ids) => ids.filter((id) => isSelected(id, options.patterns)));
  const outcomes = new Map<string, Outcome>(waves.flat().map((id) => [id, "left"]));
  const hasFailed = () => [...outcomes.values()].some((one) => typeof one === "object");
  for (const [index, wave] of waves.entries()) {
    if (hasFailed() || options.signal.aborted) break;
    options.onWave(index + 1, waves.length, wave.length);
    await inParallel(wave, options.parallel, async (id) => {
      const entry = entries.get(id);
      if (entry === undefined || hasFailed() || options.signal.aborted) return;
      outcomes.set(id, await outcomeOf(entry, options).catch((error: unknown) => ({ error })));
    });
  }
  return { list, outcomes };
}

async function outcomeOf(entry: ListedReview, options: StacksApplyOptions): Promise<Outcome> {
  const cwd = join(options.root, entry.folder);
  const { environment: env, signal } = options;
  if (await isApplied(entry.digest ?? "", entry.stack, { cwd, env, signal })) return "before";
  const approved = { file: join(dirname(options.file), entry.id, "review.json"), digest: entry.digest };
  const out = (text: string) => options.out(entry.id, text);
  return apply({ ...options, cwd, stack: entry.stack, approved, out });
}

function refuseUnfit(list: ReviewList, { file, digest }: StacksApplyOptions): void {
  if (list.kind !== "change")
    throw new NotAppliedError(`"${file}" is a report of drift; there is nothing in it to apply.`, "CP4101");
  if (digest !== undefined && digest !== list.digest)
    throw new NotAppliedError(
      `"${file}" is not the review that was approved: its digest is ${list.digest}, and ${digest} was given.`,
      "CP4104",
    );
  const blocked = list.stacks.filter(({ level }) => level === "blocked").map(({ id }) => id);
  if (blocked.length > 0)
    throw new NotAppliedError(`The review is blocked, and nothing was applied: ${blocked.join(", ")}.`, "CP4103");
}

/** The worst outcome: a stack was interrupted, an update failed, or a stack was not applied. */
export function worstOf(outcomes: Iterable<Outcome>): "interrupted" | "failed" | "not-applied" | "done" {
  const errors = [...outcomes].flatMap((one) => (typeof one === "object" ? [one.error] : []));
  if (errors.some((one) => one instanceof InterruptedError)) return "interrupted";
  if (errors.some((one) => !(one instanceof NotAppliedError || one instanceof ReviewError))) return "failed";
  return errors.length > 0 ? "not-applied" : "done";
}
