import { type Command, Option } from "commander";
import type { Review } from "../review/model/schema.ts";
import { exitCodes, UsageError } from "./exit-codes.ts";
import { stepProgress } from "./progress.ts";
import { commandClientFor, type Terminal } from "./terminal.ts";

/** Exit codes of these commands beside the general ones. */
const reviewExitCodes = { blocked: 1, notApplied: 3, drift: 4 } as const;

/** An approval says less of a change the older it is. */
const maxLifetimeMs = 30 * 24 * 3_600_000;

const formats = ["text", "markdown", "html", "json"] as const;
type Format = (typeof formats)[number];

interface StackFlags {
  stack?: string;
  cwd: string;
}

interface PolicyFlags {
  config?: string[];
  preset?: string;
  pack?: string[];
  policies: boolean;
}

interface ApplyFlags extends StackFlags, PolicyFlags {
  review?: string;
  digest?: string;
  dryRun?: boolean;
}

interface OutputFlags {
  format: Format;
  output?: string;
}

type Done = (code: number) => void;

/** Adds `review`, `apply` and `drift`. What they load comes only when one of them runs. */
export function addReviewCommands(program: Command, terminal: Terminal, done: Done): void {
  addReview(program.command("review"), terminal, done);
  addApply(program.command("apply"), terminal, done);
  addDrift(program.command("drift"), terminal, done);
}

function addReview(target: Command, terminal: Terminal, done: Done): void {
  withOutputFlags(withPolicyFlags(withStackFlags(target)))
    .description("Previews a change and writes its review: money, risk, policies, drift, and a digest to apply.")
    .option("--urls <file>", "sample URLs, one a line: what the change means for them")
    .addOption(new Option("--expires <duration>", "how long the review can be applied, at most 30d").default("24h"))
    .addOption(new Option("--exit-code", "the default since format version 2; accepted for scripts").hideHelp())
    .option("--exit-zero", "ends with exit code 0 also when the change is blocked")
    .addHelpText(
      "after",
      `
Example:
  $ cloudplatform review --stack prod --config policies.json --output review/
  $ cloudplatform apply --stack prod --config policies.json --review review/review.json

Exit codes: 0 reviewed; 1 blocked: the preview failed, a policy is violated, or an operation would be refused. The files are
written in each case.`,
    )
    .action(
      async (
        flags: StackFlags & PolicyFlags & OutputFlags & { urls?: string; expires: string; exitZero?: boolean },
      ) => {
        const { urlsOf, withReview } = await import("../review/plan/make.ts");
        const { parseDuration } = await import("../client/index.ts");
        const lifetimeMs = parseDuration(flags.expires);
        if (lifetimeMs === undefined)
          throw new UsageError(
            `--expires must be a duration such as 24h or 7d; it is ${JSON.stringify(flags.expires)}.`,
            "CP3001",
          );
        if (lifetimeMs > maxLifetimeMs)
          throw new UsageError(
            `--expires must be at most 30d; it is ${JSON.stringify(flags.expires)}. Review a change again that waits longer.`,
            "CP3001",
          );
        const options = {
          ...stackOptions(flags, terminal),
          policies: policyOptions(flags),
          urls: await urlsOf(flags.urls),
          lifetimeMs,
        };
        await withReview(options, async ({ review }) => {
          await publish(review, flags, terminal);
          done(
            flags.exitZero !== true && review.verdict.level === "blocked" ? reviewExitCodes.blocked : exitCodes.done,
          );
        });
      },
    );
}

function addApply(target: Command, terminal: Terminal, done: Done): void {
  withPolicyFlags(withStackFlags(target))
    .description(
      "Applies a reviewed change, and nothing else: previews again, compares, and updates when nothing differs.",
    )
    .option("--review <file>", "the review.json that was approved")
    .option("--digest <digest>", "the digest that was approved; with --review both must fit")
    .option("--dry-run", "compares only: exit code 0 when the change is the reviewed one, 3 when it is not")
    .addHelpText(
      "after",
      `
Exit codes: 0 applied, or nothing to do; 1 the update failed; 3 not applied: something differs from the review, or the
review was edited, has expired, or is another stack's. With 3 nothing was touched.`,
    )
    .action(async ({ review: file, digest, dryRun, ...flags }: ApplyFlags) => {
      if (file === undefined && digest === undefined)
        throw new UsageError("apply needs --review review.json, --digest sha256:…, or both.", "CP3001");
      if (digest !== undefined && !/^sha256:[0-9a-f]{64}$/.test(digest))
        throw new UsageError(
          `--digest must be "sha256:" and 64 hexadecimal digits; it is ${JSON.stringify(digest)}.`,
          "CP3001",
        );
      const { apply } = await import("../review/plan/apply.ts");
      const { InterruptedError, NotAppliedError } = await import("../review/model/errors.ts");
      try {
        await apply({
          ...stackOptions(flags, terminal),
          policies: policyOptions(flags),
          approved: { file, digest },
          dryRun,
          out: terminal.out,
        });
        done(exitCodes.done);
      } catch (error) {
        // The command line itself says nothing of an interruption.
        if (error instanceof InterruptedError) terminal.err(`${error.message}\n`);
        if (!(error instanceof NotAppliedError)) throw error;
        terminal.err(`${error.message}\n`);
        done(reviewExitCodes.notApplied);
      }
    });
}

function addDrift(target: Command, terminal: Terminal, done: Done): void {
  withOutputFlags(withStackFlags(target))
    .description("Reports what differs between a stack's state and the platform; nothing in state changes.")
    .addHelpText("after", "\nExit codes: 0 no drift, 1 the refresh failed, 4 drift.")
    .action(async (flags: StackFlags & OutputFlags) => {
      const { driftReport } = await import("../review/plan/make.ts");
      const report = await driftReport({ ...stackOptions(flags, terminal), lifetimeMs: 0 });
      await publish(report, flags, terminal);
      if (report.errors.length > 0) return done(exitCodes.failed);
      done(report.drift.length > 0 ? reviewExitCodes.drift : exitCodes.done);
    });
}

/** Adds `cdn match`. */
export function addCdnMatch(target: Command, terminal: Terminal, done: Done): void {
  target
    .description("Shows which rule templates match URLs.")
    .argument("<url...>", "URLs, or paths")
    .option("--state", "templates of a stack's state (default)")
    .option("--live", "templates of the platform")
    .option("-s, --stack <name>", "stack; the selected one when left out")
    .option("-C, --cwd <folder>", "folder of the Pulumi project", ".")
    .option("--json", "Prints the response as JSON.")
    .action(async (urls: string[], flags: StackFlags & { state?: boolean; live?: boolean; json?: boolean }) => {
      if (flags.state === true && flags.live === true)
        throw new UsageError("--state and --live exclude each other.", "CP3001");
      const { matchUrls, templatesOfPlatform, templatesOfState } = await import("../review/cdn/command.ts");
      const { matchText } = await import("../review/cdn/match-text.ts");
      const { source, templates } =
        flags.live === true
          ? await templatesOfPlatform(await commandClientFor(terminal, "review cdn"))
          : await templatesOfState({ ...stackOptions(flags, terminal), stack: flags.stack });
      const report = matchUrls(source, templates, urls);
      terminal.out(flags.json === true ? `${JSON.stringify(report, null, 2)}\n` : matchText(report));
      done(exitCodes.done);
    });
}

function withStackFlags(target: Command): Command {
  return target
    .option("-s, --stack <name>", "stack; the selected one when left out")
    .option("-C, --cwd <folder>", "folder of the Pulumi project", ".");
}

function withPolicyFlags(target: Command): Command {
  return target
    .option("--config <file...>", "configuration of the policy pack")
    .option("--preset <name>", "preset of the policy pack: baseline, production, sandbox")
    .option("--pack <folder...>", "policy packs; that of @cloudplatform/policies when left out")
    .option("--no-policies", "evaluates no policies");
}

function withOutputFlags(target: Command): Command {
  return target
    .addOption(new Option("--format <name>", "format on the terminal").choices([...formats]).default("text"))
    .option("--output <folder>", "writes review.json, review.md, review.html and review.txt there");
}

function stackOptions({ stack, cwd }: StackFlags, terminal: Terminal) {
  const environment = { ...terminal.environment } as NodeJS.ProcessEnv;
  // The number of steps is that of provider/review, which is loaded only when a review is made.
  return { stack, cwd, environment, signal: terminal.signal, progress: stepProgress(3, terminal) };
}

function policyOptions({ config, preset, pack, policies }: PolicyFlags) {
  return policies ? { config: config ?? [], preset, packs: pack } : undefined;
}

async function publish(review: Review, { format, output }: OutputFlags, terminal: Terminal): Promise<void> {
  const { files, render } = await import("../review/render/formats.ts");
  if (output === undefined) return terminal.out(render(review, format));
  const { mkdir, writeFile } = await import("node:fs/promises");
  const { join } = await import("node:path");
  await mkdir(output, { recursive: true });
  for (const name of ["json", "markdown", "html", "text"] as const)
    await writeFile(join(output, files[name]), render(review, name));
  terminal.out(`${review.digest}\n`);
  terminal.err(`${Object.values(files).join(", ")} written to ${output}\n`);
}
