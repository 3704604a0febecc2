import { type Command, InvalidArgumentError, Option } from "commander";
import type { Review } from "../review/model/schema.ts";
import { exitCodes, UsageError } from "./exit-codes.ts";
import { type StackFlags, stackOptions, withStackFlags } from "./stack-flags.ts";
import type { Terminal } from "./terminal.ts";
import { refuseUnused } from "./unused-flags.ts";

/** Exit codes of these commands, in addition to the general ones. */
export const reviewExitCodes = { blocked: 1, notApplied: 3, drift: 4 } as const;

/** The older an approval is, the less it says about a change. */
const maxLifetimeMs = 30 * 24 * 3_600_000;

const formats = ["text", "markdown", "html", "json"] as const;
type Format = (typeof formats)[number];

/** Options for many stacks. */
export interface AllStacksFlags {
  /** Patterns of stacks; true: all stacks. */
  allStacks?: string[] | true;
  changedSince?: string;
  waves?: string[];
  parallel: number;
}

interface PolicyFlags {
  config?: string[];
  preset?: string;
  pack?: string[];
  policies: boolean;
}

interface ReviewFlags extends StackFlags, PolicyFlags, OutputFlags, AllStacksFlags {
  urls?: string;
  usage?: string;
  expires: string;
  exitZero?: boolean;
}

interface ApplyFlags extends StackFlags, PolicyFlags, AllStacksFlags {
  review?: string;
  digest?: string;
  dryRun?: boolean;
}

export interface OutputFlags {
  format: Format;
  output?: string;
}

type Done = (code: number) => void;

/** Adds `review`, `apply` and `drift`. Their modules are loaded only when one of them runs. */
export function addReviewCommands(program: Command, terminal: Terminal, done: Done): void {
  addReview(program.command("review"), terminal, done);
  addApply(program.command("apply"), terminal, done);
  addDrift(program.command("drift"), terminal, done);
}

function addReview(target: Command, terminal: Terminal, done: Done): void {
  withOutputFlags(withPolicyFlags(withChangedFlag(withAllStacksFlags(withStackFlags(target)))))
    .option("--waves <patterns...>", "With --all-stacks: order in which to apply, such as '*/dev' '*/prod,*/dr'")
    .description(
      "Preview a change and write a review of its cost, risk, policy violations and drift, with a digest to apply.",
    )
    .option("--urls <file>", "Sample URLs, one per line, to show the effect of CDN changes on")
    .option("--usage <file>", 'Expected node counts of autoscaled pools, for a second total: {"cluster": {"pool": 5}}')
    .addOption(new Option("--expires <duration>", "How long the review stays valid, at most 30d").default("24h"))
    .addOption(new Option("--exit-code", "The default since format version 2; accepted for scripts").hideHelp())
    .option("--exit-zero", "Exit with code 0 even if the change is blocked")
    .addHelpText(
      "after",
      `
Example:
  $ cloudplatform review --stack prod --config policies.json --output review/
  $ cloudplatform apply --stack prod --config policies.json --review review/review.json

Exit codes: 0 reviewed; 1 blocked: the preview failed, a policy is violated, or an operation would be refused; 2 no review: an
option, a file, the stack or its backend. The files are written with 0 and 1.`,
    )
    .action(async (flags: ReviewFlags) => {
      const { urlsOf, withReview } = await import("../review/plan/make.ts");
      const { readUsage } = await import("../review/cost/usage.ts");
      const options = {
        ...stackOptions(flags, terminal),
        policies: policyOptions(flags, target),
        urls: await urlsOf(flags.urls),
        usage: flags.usage === undefined ? undefined : await readUsage(flags.usage),
        lifetimeMs: await lifetimeOf(flags.expires),
      };
      const finish = ({ level }: Review["verdict"]) =>
        done(flags.exitZero !== true && level === "blocked" ? reviewExitCodes.blocked : exitCodes.done);
      if (hasAllStacks(flags, target)) {
        const { reviewAllStacks } = await import("./all-stacks.ts");
        return finish((await reviewAllStacks("change", flags, options, terminal)).verdict);
      }
      await withReview(options, async ({ review }) => {
        await publish(review, flags, terminal);
        finish(review.verdict);
      });
    });
}

async function lifetimeOf(expires: string): Promise<number> {
  const { parseDuration } = await import("../client/index.ts");
  const lifetimeMs = parseDuration(expires);
  if (lifetimeMs === undefined)
    throw new UsageError(`--expires must be a duration such as 24h or 7d; got ${JSON.stringify(expires)}.`, "CP3001");
  if (lifetimeMs <= maxLifetimeMs) return lifetimeMs;
  throw new UsageError(
    `--expires must be at most 30d; got ${JSON.stringify(expires)}. A change that waits longer needs a new review.`,
    "CP3001",
  );
}

function addApply(target: Command, terminal: Terminal, done: Done): void {
  withPolicyFlags(withAllStacksFlags(withStackFlags(target)))
    .description("Apply exactly a reviewed change: preview again, compare, and update only if nothing differs.")
    .option("--review <file>", "Approved review.json")
    .option("--digest <digest>", "Approved digest; with --review, both must match")
    .option("--dry-run", "Only compare: exit code 0 if the change is the reviewed one, otherwise 3")
    .addHelpText(
      "after",
      `
Exit codes: 0 applied, or nothing to do; 1 the update failed; 2 not applied: an option, a file, the stack or its backend; 3 not
applied: something differs from the review, or the review was edited, has expired, or belongs to another stack. With 2 and 3,
nothing was changed.`,
    )
    .action(async ({ review: file, digest, dryRun, ...flags }: ApplyFlags) => {
      if (file === undefined && digest === undefined)
        throw new UsageError("apply needs --review review.json, --digest sha256:…, or both.", "CP3001");
      if (digest !== undefined && !/^sha256:[0-9a-f]{64}$/.test(digest))
        throw new UsageError(
          `--digest must be "sha256:" and 64 hexadecimal digits; got ${JSON.stringify(digest)}.`,
          "CP3001",
        );
      const options = { ...stackOptions(flags, terminal), policies: policyOptions(flags, target), dryRun };
      const isMany = hasAllStacks(flags, target);
      const { NotAppliedError } = await import("../review/model/errors.ts");
      try {
        if (isMany) {
          const { applyAllStacks } = await import("./all-stacks.ts");
          return done(await applyAllStacks(flags, { ...options, file, digest }, terminal));
        }
        const { apply } = await import("../review/plan/apply.ts");
        await apply({ ...options, approved: { file, digest }, out: terminal.out });
        done(exitCodes.done);
      } catch (error) {
        await tellInterrupted(error, terminal);
        if (!(error instanceof NotAppliedError)) throw error;
        terminal.err(`${error.message}\n`);
        done(reviewExitCodes.notApplied);
      }
    });
}

/** Prints the interruption, about which the command line itself prints nothing. */
async function tellInterrupted(error: unknown, terminal: Terminal): Promise<void> {
  const { InterruptedError } = await import("../review/model/errors.ts");
  if (error instanceof InterruptedError) terminal.err(`${error.message}\n`);
}

function addDrift(target: Command, terminal: Terminal, done: Done): void {
  withOutputFlags(withAllStacksFlags(withStackFlags(target)))
    .description("Report differences between a stack's state and the platform, without changing either.")
    .addHelpText(
      "after",
      "\nExit codes: 0 no drift, 1 the refresh failed, 2 an option, the stack or its backend, 4 drift.",
    )
    .action(async (flags: StackFlags & OutputFlags & AllStacksFlags) => {
      const options = { ...stackOptions(flags, terminal), lifetimeMs: 0 };
      const finish = (hasFailed: boolean, drifted: number) =>
        done(hasFailed ? exitCodes.failed : drifted > 0 ? reviewExitCodes.drift : exitCodes.done);
      if (hasAllStacks(flags, target)) {
        const { reviewAllStacks } = await import("./all-stacks.ts");
        const options = { ...stackOptions(flags, terminal), lifetimeMs: 0, policies: undefined, urls: [] };
        const { verdict, counts } = await reviewAllStacks("drift", flags, options, terminal);
        return finish(verdict.level === "blocked", counts.drifted ?? 0);
      }
      const { driftReport } = await import("../review/plan/make.ts");
      const report = await driftReport(options);
      await publish(report, flags, terminal);
      finish(report.errors.length > 0, report.drift.length);
    });
}

function hasAllStacks({ allStacks }: AllStacksFlags, target: Command): boolean {
  if (allStacks !== undefined)
    refuseUnused(target, ["stack"], "combined with --all-stacks, which takes patterns: '*/prod'");
  else refuseUnused(target, ["changedSince", "waves", "parallel"], "used without --all-stacks");
  return allStacks !== undefined;
}

/** Adds the options for many stacks. */
function withAllStacksFlags(target: Command): Command {
  return target
    .option(
      "--all-stacks [pattern...]",
      "All stacks of the projects in the folder, or those that match project/stack patterns such as '*/prod' or '!sandbox/*'",
    )
    .addOption(
      new Option("--parallel <number>", "Number of stacks to process at once").default(4).argParser(parallelOf),
    );
}

/** Each stack needs three processes or more. */
function parallelOf(text: string): number {
  if (/^([1-9]|[1-4]\d|50)$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number from 1 to 50.");
}

function withChangedFlag(target: Command): Command {
  return target.option(
    "--changed-since <commit>",
    "With --all-stacks: only stacks affected by changes since this commit",
  );
}

function withPolicyFlags(target: Command): Command {
  return target
    .option("--config <file...>", "Configuration of the policy pack")
    .option("--preset <name>", "Preset of the policy pack: baseline, production, sandbox")
    .option("--pack <folder...>", "Policy packs (default: @cloudplatform/policies)")
    .option("--no-policies", "Skip policies");
}

function withOutputFlags(target: Command): Command {
  return target
    .addOption(new Option("--format <name>", "Format on the terminal").choices([...formats]).default("text"))
    .option("--output <folder>", "Folder for review.json, review.md, review.html and review.txt")
    .hook("preAction", async (command) => {
      const { output } = command.opts<OutputFlags>();
      if (output === undefined) return;
      const { removeFiles } = await import("../review/render/formats.ts");
      await removeFiles(output);
    });
}

function policyOptions({ config, preset, pack, policies }: PolicyFlags, target: Command) {
  if (!policies) refuseUnused(target, ["config", "preset", "pack"], "combined with --no-policies");
  return policies ? { config: config ?? [], preset, packs: pack } : undefined;
}

async function publish(review: Review, { format, output }: OutputFlags, terminal: Terminal): Promise<void> {
  const { files, render, writeFiles } = await import("../review/render/formats.ts");
  if (output === undefined) return terminal.out(render(review, format));
  await writeFiles(output, (name) => render(review, name));
  terminal.out(`${review.digest}\n`);
  terminal.err(`${Object.values(files).join(", ")} written to ${output}\n`);
}
