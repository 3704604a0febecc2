import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { z } from "zod";
import { filled, isRun, type Scope } from "./github-expression.ts";
import { bash, type Job, type Ran } from "./job.ts";

const folder = fileURLToPath(new URL("../../examples/gitops/github/.github/workflows/", import.meta.url));

const texts = z.record(z.string(), z.string()).default({});

const step = z.object({
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
  run: z.string().optional(),
  env: texts,
  "working-directory": z.string().default("."),
  "continue-on-error": z.boolean().default(false),
});

const job = z.object({
  needs: z.preprocess((needs) => [needs ?? []].flat(), z.array(z.string())),
  if: z.string().optional(),
  environment: z.string().optional(),
  outputs: texts,
  steps: z.array(step),
});

const workflow = z.object({ env: texts, jobs: z.record(z.string(), job) });

type Step = z.output<typeof step>;

/** The result of a job. */
export interface JobRun extends Ran {
  result: "success" | "failure" | "skipped";
  outputs: Record<string, string>;
  /** Texts that its steps added to the summary. */
  summary: string;
}

/** The repository and its runners. */
export interface Runners {
  /** URL from which the repository is checked out. */
  origin: string;
  /** Returns the commit of a branch. */
  head(branch: string): string;
  /** Returns an empty folder and the environment for a job. */
  job(): Job;
  /** Contexts of every run: `secrets`, `vars`, and the fields of `github` that do not depend on the event. */
  contexts: { secrets: object; vars: object; github: object };
}

/** The event that starts a run. */
export interface Event {
  name: "pull_request" | "pull_request_target" | "issue_comment" | "merge_group" | "push" | "schedule";
  payload?: object;
}

/** Number of runs so far, which names each run's folder of artifacts. */
let runs = 0;

/**
 * Runs a workflow of examples/gitops as GitHub does: jobs in the order of their needs, conditions with GitHub's own evaluator,
 * steps with `bash -e`. Supported actions: checkout, upload and download of artifacts. Awaits `approve` before a job with an
 * environment.
 */
export async function runWorkflow(
  file: string,
  { name, payload = {} }: Event,
  runners: Runners,
  approve: (job: string) => Promise<void> = async () => undefined,
): Promise<Record<string, JobRun>> {
  const { env, jobs } = workflow.parse(parse(readFileSync(join(folder, file), "utf8")));
  const { job: newJob, head, contexts } = runners;
  const artifacts = `${newJob().cwd}.artifacts-${++runs}`;
  const github = { event_name: name, event: payload, sha: head("main"), base_ref: "main", ...contexts.github };
  const done: Record<string, JobRun> = {};
  for (const [id, { needs, outputs, ...one }] of Object.entries(jobs)) {
    const needed = Object.fromEntries(needs.map((name) => [name, done[name]]));
    const hasFailed = needs.some((name) => done[name]?.result !== "success");
    const scope = { contexts: { inputs: {}, ...contexts, github, needs: needed }, hasFailed };
    done[id] = { result: "skipped", code: 0, output: "", outputs: {}, summary: "" };
    if (!isRun(one.if, scope)) continue;
    if (one.environment !== undefined) await approve(id);
    const ran = await runSteps(one.steps, { ...scope, env, artifacts, origin: runners.origin, job: newJob() });
    done[id] = { ...ran, outputs: filledAll(outputs, ran.scope) };
  }
  return done;
}

interface Running extends Scope {
  env: Record<string, string>;
  artifacts: string;
  origin: string;
  job: Job;
}

async function runSteps(steps: readonly Step[], running: Running): Promise<JobRun & { scope: Scope }> {
  const { job, env } = running;
  const commands = `${job.cwd}.commands`;
  mkdirSync(commands, { recursive: true });
  const summary = join(commands, "summary");
  writeFileSync(summary, "");
  const finished: Record<string, { outputs: Record<string, string> }> = {};
  const scope = { contexts: { ...running.contexts, steps: finished }, hasFailed: false, cwd: job.cwd };
  const all: Ran = { code: 0, output: "" };
  for (const [index, step] of steps.entries()) {
    if (!isRun(step.if, scope)) continue;
    const output = join(commands, `output-${index}`);
    const files = { GITHUB_OUTPUT: output, GITHUB_PATH: join(commands, "path"), GITHUB_STEP_SUMMARY: summary };
    for (const path of [output, files.GITHUB_PATH]) writeFileSync(path, "");
    // On GitHub an unset variable is empty. Empty values do not override the job's own environment.
    const given = Object.entries(filledAll({ ...env, ...step.env }, scope)).filter(([, value]) => value !== "");
    const own = { ...job, env: { ...job.env, ...files, ...Object.fromEntries(given) } };
    const ran = await runStep(step, { ...running, ...scope, job: own });
    all.output += ran.output;
    if (step.id !== undefined) finished[step.id] = { outputs: outputsIn(readFileSync(output, "utf8")) };
    if (ran.code === 0 || step["continue-on-error"]) continue;
    scope.hasFailed = true;
    all.code ||= ran.code;
  }
  const result = scope.hasFailed ? "failure" : "success";
  return { ...all, result, outputs: {}, summary: readFileSync(summary, "utf8"), scope };
}

async function runStep(step: Step, { origin, artifacts, job, ...scope }: Running): Promise<Ran> {
  const given = filledAll(Object.fromEntries(Object.entries(step.with).map(([key, one]) => [key, String(one)])), scope);
  const { path = ".", name = "", ref = "main" } = given;
  if (step.uses?.startsWith("actions/checkout@")) {
    const script = `git clone --quiet "$1" "$2" && cd "$2" && git checkout --quiet --detach "$(git rev-parse --verify --quiet "origin/$3" || echo "$3")"`;
    return bash(["-ec", script, "-", origin, join(job.cwd, path), ref.replace(/^refs\/heads\//, "")], job);
  }
  if (step.uses?.startsWith("actions/upload-artifact@")) return kept(join(job.cwd, path), join(artifacts, name));
  if (step.uses?.startsWith("actions/download-artifact@")) return kept(join(artifacts, name), join(job.cwd, path));
  if (step.run === undefined) return { code: 0, output: "" };
  return bash(["-e", "-c", filled(step.run, scope)], { ...job, cwd: join(job.cwd, step["working-directory"]) });
}

function kept(from: string, to: string): Ran {
  if (!existsSync(from)) return { code: 1, output: `There is no ${from}.\n` };
  cpSync(from, to, { recursive: true });
  return { code: 0, output: "" };
}

function filledAll(values: Readonly<Record<string, string>>, scope: Scope): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, text]) => [key, filled(text, scope)]));
}

function outputsIn(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line !== "");
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}
