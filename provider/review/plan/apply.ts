import { pulumi, type RunOptions, reasonOf } from "../../engine/backend/cli.ts";
import { readsExpected } from "../../engine/lifecycle/reviewed-reads.ts";
import { parseState } from "../../pulumi/formats/stack-export.ts";
import { InterruptedError, NotAppliedError, UpdateFailedError } from "../model/errors.ts";
import { exportState, lastUpdate } from "../model/project.ts";
import type { Review } from "../model/schema.ts";
import { singleLine } from "../render/escape.ts";
import { differencesOf } from "./compare.ts";
import { engineRun } from "./engine-run.ts";
import { type Prepared, type ReviewOptions, withReview } from "./make.ts";
import { hasBegun } from "./preview.ts";
import { checkSignature, readReview } from "./read.ts";

/** What was approved: a review file, or its digest alone. */
interface Approved {
  file?: string;
  digest?: string;
}

export interface ApplyOptions extends Omit<ReviewOptions, "urls" | "lifetimeMs"> {
  approved: Approved;
  /** Compare only; change nothing. */
  dryRun?: boolean;
  out(text: string): void;
  now?: Date;
}

/** `settled`: the stack already matches the program. `compared`: it was a dry run. */
export type Applied = "applied" | "settled" | "compared";

/** Applies the reviewed change, or stops with a reason. Changes nothing before the comparison. */
export async function apply(options: ApplyOptions): Promise<Applied> {
  try {
    return await compareAndUpdate(options);
  } catch (error) {
    if (!options.signal.aborted || error instanceof InterruptedError) throw error;
    throw new InterruptedError(interruptedEarlyText, "CP4007");
  }
}

async function compareAndUpdate(options: ApplyOptions): Promise<Applied> {
  const { approved, out } = options;
  const reviewed = approved.file === undefined ? undefined : await readReview(approved.file);
  if (reviewed !== undefined) refuseUnfit(reviewed, options);
  const stack = options.stack ?? reviewed?.stack;
  return withReview({ ...options, stack, urls: [], lifetimeMs: 0 }, async (prepared): Promise<Applied> => {
    const { review } = prepared;
    if (reviewed !== undefined) {
      refuseForeign(reviewed, review, approved.file ?? "");
      checkSignature(reviewed, approved.file ?? "", prepared.hasher);
    }
    const wanted = approved.digest ?? reviewed?.digest;
    if (review.digest !== wanted) throw new NotAppliedError(differenceText(reviewed, review, wanted ?? ""), "CP4104");
    if (review.verdict.level === "blocked")
      throw new NotAppliedError(
        `The review is blocked, and nothing was applied: ${review.verdict.reasons.join("; ")}.`,
        "CP4103",
      );
    if (prepared.isSettled) {
      out(`Nothing to apply: the stack "${prepared.stack}" is as the program describes it.\n`);
      return "settled";
    }
    out(`The change is the one that was reviewed (${review.digest}).\n`);
    if (options.dryRun === true) return "compared";
    await update(prepared, out);
    return "applied";
  });
}

const interruptedText =
  "The update was interrupted: what was done is in state, and a new review shows what is left to do.";
const interruptedEarlyText = "The apply was interrupted before the update had begun, and nothing was applied.";

/** Checks that need only the review file. */
function refuseUnfit(reviewed: Review, { approved, stack, now = new Date() }: ApplyOptions): void {
  const file = approved.file ?? "";
  if (reviewed.kind !== "change")
    throw new NotAppliedError(`"${file}" is a report of drift; there is nothing in it to apply.`, "CP4101");
  if (approved.digest !== undefined && approved.digest !== reviewed.digest)
    throw new NotAppliedError(
      `"${file}" is not the review that was approved: its digest is ${reviewed.digest}, and ${approved.digest} was given.`,
      "CP4104",
    );
  if (Date.parse(reviewed.expiresAt) <= now.getTime())
    throw new NotAppliedError(
      `The review expired at ${reviewed.expiresAt}. Make a new one, and have it approved.`,
      "CP4102",
    );
  if (stack !== undefined && bareName(stack) !== bareName(reviewed.stack))
    throw new NotAppliedError(`The review is for the stack "${reviewed.stack}", not for "${stack}".`, "CP4105");
}

/** Refuses a review of another project or stack, as shown by the preview. @internal */
export function refuseForeign(
  reviewed: Pick<Review, "project" | "stack">,
  now: Pick<Review, "project" | "stack">,
  file: string,
): void {
  if (reviewed.project !== now.project || bareName(reviewed.stack) !== bareName(now.stack))
    throw new NotAppliedError(
      `"${file}" is the review of the stack "${reviewed.stack}" of the project "${reviewed.project}"; this is "${now.stack}" of "${now.project}".`,
      "CP4105",
    );
}

/** The stack's name alone: some backends prepend organization and project. */
function bareName(stack: string): string {
  return stack.split("/").at(-1) ?? stack;
}

/** Maximum number of printed differences: a stack that has been updated since differs almost everywhere. */
const differencesShown = 50;

function differenceText(reviewed: Review | undefined, now: Review, wanted: string): string {
  const lead = "The change is not the one that was reviewed, and nothing was applied.";
  const next = "Make a new review, and have it approved.";
  if (reviewed === undefined)
    return `${lead} The digest is ${now.digest}, and ${wanted} was approved. With --review review.json this command says what differs. ${next}`;
  const lines = differencesOf(reviewed, now).map(({ about, text }) => `  ${about}: ${singleLine(text)}`);
  const more = lines.length - differencesShown;
  const rest = more > 0 ? [`  … and ${more} more`] : [];
  return [lead, ...lines.slice(0, differencesShown), ...rest, next].join("\n");
}

/** Message of the update in the stack's history. */
function updateMessage(digest: string): string {
  return `Apply review ${digest}`;
}

/**
 * Whether a review was the last update of its stack, and the state has not been replaced since. The history lists no state
 * imports, but an imported earlier state keeps its older timestamp.
 */
export async function isApplied(digest: string, stack: string, run: RunOptions): Promise<boolean> {
  const last = await lastUpdate(stack, run);
  if (last?.message !== updateMessage(digest) || last.result !== "succeeded") return false;
  const { manifest } = parseState(await exportState(stack, run));
  return Date.parse(manifest?.time ?? "") >= Date.parse(last.startTime);
}

/**
 * Runs the update with the plan of the compared preview. The update makes a preview of its own, which that plan constrains, and a
 * refresh, in which our provider compares every object with what the compared preview read.
 */
async function update(prepared: Prepared, out: (text: string) => void): Promise<void> {
  const { preview, updateArguments, stack, run, redact, review } = prepared;
  const message = ["--message", updateMessage(review.digest)];
  const args = [
    "up",
    "--yes",
    "--stack",
    stack,
    "--refresh",
    "--plan",
    preview.planFile,
    ...message,
    ...updateArguments,
  ];
  const logFile = `${preview.planFile}.events`;
  const ran = await pulumi([...args, "--suppress-progress", "--event-log", logFile], {
    ...engineRun(run, { [readsExpected]: preview.readsFile }),
    onOutput: out,
  });
  const hasActed = await hasBegun(logFile);
  if (run.signal.aborted) throw new InterruptedError(hasActed ? interruptedText : interruptedEarlyText, "CP4007");
  if (ran.code === 0) return;
  const reason = redact(reasonOf(ran));
  const text = `${ran.stdout}\n${ran.stderr}`;
  if (hasActed)
    throw new UpdateFailedError(
      `The update failed: ${reason}. See the messages above; a new review shows what is left to do.`,
      "CP4006",
    );
  if (/currently locked|another update is currently in progress/i.test(text))
    throw new NotAppliedError(
      `Another update of the stack is running${holderIn(redact(text))}, and nothing was applied. Make a new review when it has ended.`,
      "CP4106",
    );
  throw new NotAppliedError(
    `The stack or the platform changed after the comparison, and nothing was applied: ${reason}. Make a new review.`,
    "CP4104",
  );
}

/** The holder of the stack's lock, as the backend reports it. */
function holderIn(text: string): string {
  const holders = [...text.matchAll(/created by ([^\n]+?)\.?$/gm)].map(([, holder]) => holder);
  return holders.length === 0 ? "" : ` (started by ${[...new Set(holders)].join(", ")})`;
}
