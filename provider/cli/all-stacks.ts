import { join, resolve } from "node:path";
import { environmentSecrets } from "../client/environment-secrets.ts";
import { redactor } from "../client/redact.ts";
import type { Review } from "../review/model/schema.ts";
import { policyArguments, type ReviewOptions } from "../review/plan/make.ts";
import { quoted } from "../review/render/build-screen.ts";
import { type Format, files, removeFiles, render, renderScreen, writeFiles } from "../review/render/formats.ts";
import { applyStacks, type Outcome, worstOf } from "../review/stacks/apply.ts";
import { touchedStacks } from "../review/stacks/changed.ts";
import { findStacks } from "../review/stacks/find.ts";
import type { ReviewList } from "../review/stacks/list.ts";
import { listOf, reviewStacks } from "../review/stacks/make.ts";
import { summaryOf } from "../review/stacks/summary.ts";
import { counted } from "../values/counted.ts";
import { errorText, exitCodes, UsageError } from "./exit-codes.ts";
import { batchProgress } from "./progress.ts";
import { type AllStacksFlags, type OutputFlags, reviewExitCodes } from "./review-commands.ts";
import type { StackFlags } from "./stack-flags.ts";
import type { Terminal } from "./terminal.ts";

type Flags = StackFlags & AllStacksFlags;

/** Reviews the stacks of a repository, or reports their drift. Writes a summary, and the files of each stack below it. */
export async function reviewAllStacks(
  kind: Review["kind"],
  flags: Flags & OutputFlags,
  options: Omit<ReviewOptions, "progress">,
  terminal: Terminal,
): Promise<ReviewList> {
  const root = resolve(flags.cwd);
  const { output, format } = flags;
  const stacks = await stacksOf(flags, options, root);
  if (output !== undefined) await Promise.all(stacks.map(({ id }) => removeFiles(join(output, id))));
  const { progress: _, ...single } = options as ReviewOptions;
  const progress = batchProgress("stacks", stacks.length, terminal);
  const reviewed = await reviewStacks(kind, {
    ...{ ...single, root, stacks, parallel: flags.parallel },
    redact: redactor(environmentSecrets(terminal.environment), "[secret]"),
    onDone: async ({ place, review }) => {
      if (output !== undefined && review !== undefined)
        await writeFiles(join(output, place.id), (name) => render(review, name));
      progress.add(1);
    },
  }).finally(progress.end);
  const list = await listOf(kind, reviewed, { root, environment: options.environment, waves: flags.waves });
  const screen = summaryOf(list, reviewed, kind === "change" ? applyWith(flags, options, list) : undefined);
  const rendered = (name: Format) =>
    name === "json" ? `${JSON.stringify(list, null, 2)}\n` : renderScreen(screen, name);
  if (output === undefined) terminal.out(rendered(format));
  else {
    await writeFiles(output, rendered);
    terminal.out(`${list.digest}\n`);
    terminal.err(`${Object.values(files).join(", ")} written to ${output}, and those of each stack below it\n`);
  }
  return list;
}

async function stacksOf({ allStacks, changedSince }: Flags, options: Omit<ReviewOptions, "progress">, root: string) {
  const { environment: env, signal, policies } = options;
  const stacks = await findStacks(root, allStacks === true ? [] : (allStacks ?? []), { env, signal });
  if (changedSince === undefined) return stacks;
  const decisive = [...(policies?.config ?? []), ...(policies?.packs ?? [])];
  return touchedStacks(stacks, { root, since: changedSince, decisive });
}

function applyWith(
  { cwd, output = "review" }: Flags & OutputFlags,
  { policies }: { policies: ReviewOptions["policies"] },
  list: ReviewList,
) {
  const own = ["--all-stacks", ...(cwd === "." ? [] : ["--cwd", cwd]), ...policyArguments(policies)];
  const review = ["--review", join(output, files.json), "--digest", list.digest];
  return ["npx cloudplatform apply", ...[...own, ...review].map(quoted)].join(" ");
}

interface ApplyAll extends Omit<ReviewOptions, "urls" | "lifetimeMs"> {
  file: string | undefined;
  digest: string | undefined;
  dryRun?: boolean;
}

/** Applies reviewed stacks in waves, reports the outcome of each, and returns the exit code. */
export async function applyAllStacks(flags: Flags, options: ApplyAll, terminal: Terminal): Promise<number> {
  const { file, progress: _, ...rest } = options;
  if (file === undefined)
    throw new UsageError("apply --all-stacks needs --review review.json: the digest alone names no stacks.", "CP3001");
  const { outcomes } = await applyStacks({
    ...{ ...rest, file, root: resolve(flags.cwd), parallel: flags.parallel },
    patterns: flags.allStacks === true ? [] : (flags.allStacks ?? []),
    out: prefixed(terminal.out),
    onWave: (number, of, stacks) => terminal.err(`Wave ${number} of ${of}: ${counted(stacks, "stack")}\n`),
  });
  const redact = redactor(environmentSecrets(terminal.environment), "[secret]");
  for (const [id, outcome] of outcomes)
    if (typeof outcome === "object") terminal.err(`${id}: ${redact(errorText(outcome.error))}\n`);
  terminal.err(outcomesText(outcomes));
  if (terminal.signal.aborted) return exitCodes.interrupted;
  const codes = { interrupted: exitCodes.interrupted, failed: exitCodes.failed, done: exitCodes.done };
  return { ...codes, "not-applied": reviewExitCodes.notApplied }[worstOf(outcomes.values())];
}

/** Prefixes lines with the stack: updates run at the same time. */
function prefixed(out: (text: string) => void): (id: string, text: string) => void {
  const open = new Map<string, string>();
  return (id, text) => {
    const lines = `${open.get(id) ?? ""}${text}`.split("\n");
    open.set(id, lines.pop() ?? "");
    for (const line of lines) if (line.trim() !== "") out(`${id}: ${line}\n`);
  };
}

const words = {
  applied: "Applied",
  before: "Applied by an earlier run",
  settled: "Nothing to do",
  compared: "As reviewed",
  failed: "Failed",
  left: "Not begun",
} as const;

function outcomesText(outcomes: ReadonlyMap<string, Outcome>): string {
  const all = [...outcomes].map(
    ([id, outcome]) => ({ id, kind: typeof outcome === "object" ? "failed" : outcome }) as const,
  );
  const lines = (Object.keys(words) as (keyof typeof words)[]).flatMap((kind) => {
    const ids = all.filter((one) => one.kind === kind).map(({ id }) => id);
    return ids.length === 0 ? [] : [`${words[kind]}: ${ids.length} (${ids.join(", ")})`];
  });
  const isOpen = all.some(({ kind }) => kind === "failed" || kind === "left");
  const next =
    "Run the same command again when the cause is corrected: it leaves out what it has applied. A stack whose update has begun, or that differs, needs a new review.";
  return `${[...lines, ...(isOpen ? [next] : [])].join("\n")}\n`;
}
