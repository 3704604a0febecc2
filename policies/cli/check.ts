import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { allRules, type PackConfig, relaxations, settingOf } from "../config/index.ts";
import { applyBaseline, writeBaseline } from "./baseline.ts";
import { CheckError } from "./error.ts";
import { type LevelOf, readEvents } from "./events.ts";
import { exitCodeOf } from "./exit-code.ts";
import { formats } from "./formats/index.ts";
import { isOfFramework, onlyFramework } from "./framework.ts";
import { decideByOperations } from "./operations.ts";
import type { CheckOptions } from "./options.ts";
import { type OwnConfig, packArguments } from "./pack-arguments.ts";
import { locate, positionsOf } from "./positions.ts";
import { pulumi } from "./pulumi.ts";
import { countsOf, type Report } from "./report.ts";
import { findProjectFile, openStackContext } from "./stack-context.ts";

/** Runs `cloudplatform-policy check` and returns the exit code. */
export async function check(options: CheckOptions): Promise<number> {
  isOfFramework({}, options.framework);
  const scratch = await mkdtemp(join(tmpdir(), "policy-check-"));
  try {
    const { report, own } =
      options.state === undefined ? await preview(options, scratch) : await analyze(options, scratch);
    if (own !== undefined) {
      report.relaxed = relaxations(own.preset, own.given);
      const failure =
        report.errors.length > 0 ? `the ${options.state === undefined ? "preview" : "analysis"} failed` : undefined;
      report.notEvaluated = notEvaluated(own.merged, failure);
    }
    if (options.framework !== undefined) onlyFramework(report, options.framework);
    if (options.writeBaseline !== undefined) await writeBaseline(options.writeBaseline, report);
    if (options.baseline !== undefined) await applyBaseline(options.baseline, report);
    await publish(formats[options.format](report), options.output);
    for (const { format, file } of options.report) await publish(formats[format](report), file);
    return exitCodeOf(report, options);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

interface Evaluation {
  report: Report;
  own: OwnConfig | undefined;
}

async function preview(options: CheckOptions, scratch: string): Promise<Evaluation> {
  const folder = resolve(options.cwd);
  const context = await openStackContext(folder, { stack: options.stack, isNew: options.newStack });
  try {
    const { args, own } = await packArguments(
      { ...options, asAdvisory: true },
      options.newStack ? options.stack : context.stack,
      scratch,
    );
    const log = join(scratch, "events.json");
    // `--event-log` is a debugging option of the CLI, which must be enabled.
    const env = { ...context.env, PULUMI_DEBUG_COMMANDS: "true" };
    // The JSON output has source positions; the event log has the policies' messages.
    const given = ["preview", "--json", "--stack", context.stack, ...context.args, "--event-log", log, ...args];
    const ran = await pulumi(given, folder, env);
    const report = emptyReport(`preview of ${context.stack}`, context.notes);
    const lines = await readFile(log, "utf8").catch(() => "");
    readEvents(lines, report, levelsOf(own));
    withFailure(report, ran);
    if (own !== undefined && !options.newStack) decideByOperations(report, lines, own.merged);
    locate(report, positionsOf(ran.stdout, dirname(context.project)), context.project);
    return { report, own };
  } finally {
    await context.close();
  }
}

/** Evaluates a state file. Does not run the program. */
async function analyze(options: CheckOptions, scratch: string): Promise<Evaluation> {
  const { args, own } = await packArguments({ ...options, asAdvisory: true }, options.stack, scratch);
  const file = resolve(options.state ?? "");
  const env = { PULUMI_CONFIG_PASSPHRASE: "", ...process.env, PULUMI_SKIP_UPDATE_CHECK: "1" };
  const ran = await pulumi(["policy", "analyze", "--json", "--file", file, ...args], resolve(options.cwd), env);
  const report = emptyReport(`state ${options.state}`, []);
  readEvents(ran.stdout, report, levelsOf(own));
  const state = await readFile(file, "utf8").catch(() => "");
  const project = findProjectFile(resolve(options.cwd));
  if (project !== undefined) locate(report, positionsOf(state, dirname(project)), project);
  return { report: withFailure(report, ran), own };
}

/** Looks up the configured level of our rules. @internal */
export function levelsOf(own: OwnConfig | undefined): LevelOf {
  return (name) => {
    const rule = allRules.find((one) => one.name === name);
    return own === undefined || rule === undefined ? undefined : settingOf(own.merged, rule).level;
  };
}

function emptyReport(source: string, notes: string[]): Report {
  return { packs: {}, source, changes: {}, findings: [], errors: [], notes, relaxed: [], notEvaluated: {} };
}

/** Adds the reason from standard error if a command failed without a violation. */
function withFailure(report: Report, ran: { code: number; stderr: string }): Report {
  if (ran.code !== 0 && countsOf(report).mandatory === 0 && report.errors.length === 0)
    report.errors.push(ran.stderr.trim() || `pulumi ended with exit code ${ran.code}`);
  return report;
}

async function publish(text: string, file: string | undefined): Promise<void> {
  try {
    if (file !== undefined) await writeFile(file, text);
    else
      await new Promise<void>((resolve, reject) =>
        process.stdout.write(text, (error) => (error === null || error === undefined ? resolve() : reject(error))),
      );
  } catch (error) {
    throw new CheckError(
      `The report could not be written${file === undefined ? "" : ` to "${file}"`}: ${error instanceof Error ? error.message : error}`,
      "CP5007",
    );
  }
}

/** Rules that a run does not evaluate, and why. A report must not count them as passed. */
export function notEvaluated(config: PackConfig, failure: string | undefined): Record<string, string> {
  const reasons: Record<string, string> = {};
  for (const rule of allRules) {
    const { level, parameters } = settingOf(config, rule);
    if (level === "disabled") reasons[rule.name] = "disabled by the configuration";
    else if (rule.needs !== undefined && parameters[rule.needs] === undefined)
      reasons[rule.name] = `not configured: it needs the parameter ${rule.needs}`;
    else if (failure !== undefined) reasons[rule.name] = failure;
  }
  return reasons;
}
