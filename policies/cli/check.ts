import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { complete, overPreset, type PackConfig, readConfig, relaxations } from "../config/index.ts";
import { CheckError } from "./error.ts";
import { notEvaluated } from "./evaluated.ts";
import { readEvents } from "./events.ts";
import { formats } from "./formats/index.ts";
import { decideByOperations } from "./operations.ts";
import { type CheckOptions, ownPack } from "./options.ts";
import { openPlace } from "./place.ts";
import { pulumi } from "./pulumi.ts";
import { countsOf, type Report } from "./report.ts";

/** `cloudplatform-policy check`; returns the exit code. */
export async function check(options: CheckOptions): Promise<number> {
  const scratch = await mkdtemp(join(tmpdir(), "policy-check-"));
  try {
    const { args, own } = await packArguments(options, scratch);
    const report =
      options.state === undefined ? await preview(options, args, own, scratch) : await analyze(options, args);
    if (own !== undefined) {
      report.relaxed = relaxations(options.preset ?? "baseline", own.given);
      const failure =
        report.errors.length > 0 ? `the ${options.state === undefined ? "preview" : "analysis"} failed` : undefined;
      report.notEvaluated = notEvaluated(own.merged, failure);
    }
    await publish(formats[options.format](report), options.output);
    if (countsOf(report).mandatory > 0) return 1;
    return report.errors.length > 0 ? 2 : 0;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The configuration of our pack: as it was given, and as the pack gets it. */
interface OwnConfig {
  given: PackConfig;
  merged: PackConfig;
}

/** Arguments that name the packs and their configurations; ours is validated and merged with its preset. */
async function packArguments(
  { pack, config, preset }: CheckOptions,
  scratch: string,
): Promise<{ args: string[]; own: OwnConfig | undefined }> {
  if (config.length > 0 && config.length !== pack.length)
    throw new CheckError(`--config must be given once for each --pack; there are ${config.length} for ${pack.length}.`);
  if (preset !== undefined && pack.length > 1 && config.length === 0)
    throw new CheckError("--preset with several packs needs a --config for each of them.");
  const args: string[] = [];
  let own: OwnConfig | undefined;
  for (const [index, folder] of pack.entries()) {
    args.push("--policy-pack", resolve(folder));
    const file = config[index];
    const isOurs = (await realpath(folder).catch(() => folder)) === (await realpath(ownPack));
    if (!isOurs && file !== undefined) args.push("--policy-pack-config", resolve(file));
    if (!isOurs) continue;
    const given: PackConfig = file === undefined ? {} : await readConfig(file);
    const merged = complete(preset === undefined ? given : overPreset(preset, given));
    own = { given, merged };
    // The engine takes a configuration for each pack or for none.
    if (pack.length > 1 && config.length === 0) continue;
    const path = join(scratch, `config-${index}.json`);
    await writeFile(path, JSON.stringify(merged));
    args.push("--policy-pack-config", path);
  }
  return { args, own };
}

async function preview(
  options: CheckOptions,
  packs: string[],
  own: OwnConfig | undefined,
  scratch: string,
): Promise<Report> {
  const folder = resolve(options.cwd);
  const place = await openPlace(folder, { stack: options.stack, isNew: options.newStack });
  try {
    const log = join(scratch, "events.json");
    // The event log is an option for debugging.
    const env = { ...place.env, PULUMI_DEBUG_COMMANDS: "true" };
    const ran = await pulumi(["preview", "--stack", place.stack, "--event-log", log, ...packs], folder, env);
    const report = emptyReport(`preview of ${place.stack}`, place.notes);
    const lines = await readFile(log, "utf8").catch(() => "");
    readEvents(lines, report);
    withFailure(report, ran);
    if (own !== undefined && !options.newStack) decideByOperations(report, lines, own.merged);
    return report;
  } finally {
    await place.close();
  }
}

/** Judges what exists, from a state file: no program is run. */
async function analyze(options: CheckOptions, packs: string[]): Promise<Report> {
  const file = resolve(options.state ?? "");
  const env = { PULUMI_CONFIG_PASSPHRASE: "", ...process.env, PULUMI_SKIP_UPDATE_CHECK: "1" };
  const ran = await pulumi(["policy", "analyze", "--json", "--file", file, ...packs], resolve(options.cwd), env);
  const report = emptyReport(`state ${options.state}`, []);
  readEvents(ran.stdout, report);
  return withFailure(report, ran);
}

function emptyReport(source: string, notes: string[]): Report {
  return { packs: {}, source, changes: {}, findings: [], errors: [], notes, relaxed: [], notEvaluated: {} };
}

/** A command that failed without a violation says why on standard error. */
function withFailure(report: Report, ran: { code: number; stderr: string; stdout: string }): Report {
  if (ran.code !== 0 && countsOf(report).mandatory === 0 && report.errors.length === 0)
    report.errors.push(ran.stderr.trim() || ran.stdout.trim() || `pulumi ended with ${ran.code}`);
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
    );
  }
}
