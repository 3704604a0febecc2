import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { z } from "zod";

/** The jobs of examples/gitops as their systems run them: the lines of the files themselves, in order, in a shell. */
const folder = fileURLToPath(new URL("../../examples/gitops/", import.meta.url));

const environment = z.record(z.string(), z.string()).default({});

const workflow = z.object({
  env: environment,
  jobs: z.record(
    z.string(),
    z.object({
      steps: z.array(
        z.object({
          name: z.string().optional(),
          run: z.string().optional(),
          if: z.string().optional(),
          env: environment,
        }),
      ),
    }),
  ),
});

const pipeline = z.record(z.string(), z.unknown());
const pipelineJob = z.object({ script: z.array(z.string()), after_script: z.array(z.string()).default([]) });

export interface JobRun {
  code: number;
  output: string;
}

export interface Job {
  /** The checkout. */
  cwd: string;
  /** What the system gives every job. */
  env: NodeJS.ProcessEnv;
}

/**
 * Packages are those of the checkout above; the GitHub CLI, which runners have, is not here: the test puts the artifact where
 * that step would.
 */
const isLeftOut = (script: string) => /^npm ci\b|\bgh (api|run|issue) /m.test(script);

/** Runs the `run` steps of a GitHub job, as `bash -e`; expressions are taken from `contexts`: `secrets.X`, `vars.X`. */
export async function githubJob(
  file: string,
  name: string,
  job: Job,
  contexts: Readonly<Record<string, string>>,
): Promise<JobRun> {
  const { env, jobs } = workflow.parse(parse(readFileSync(`${folder}github/.github/workflows/${file}`, "utf8")));
  const resolved = (text: string) =>
    text.replace(/\$\{\{ ([\w.]+) \}\}/g, (_, expression: string) => contexts[expression] ?? "");
  const allResolved = (given: Record<string, string>) =>
    Object.fromEntries(Object.entries(given).map(([key, text]) => [key, resolved(text)]));
  const done: JobRun = { code: 0, output: "" };
  for (const step of jobs[name]?.steps ?? []) {
    // A step with a condition runs after a failure as well.
    if (step.run === undefined || isLeftOut(step.run) || (done.code !== 0 && step.if === undefined)) continue;
    const own = { ...job.env, ...given(allResolved(env)), ...given(allResolved(step.env)) };
    const ran = await shell(["-e", "-c", step.run], { cwd: job.cwd, env: own });
    done.output += ran.output;
    if (done.code === 0) done.code = ran.code;
  }
  return done;
}

/** A variable that is not set is empty on GitHub; what the job has of its own stays. */
function given(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}

/** Runs the script of a GitLab job, each line as it is, until one fails. */
export async function gitlabJob(name: string, job: Job): Promise<JobRun> {
  const jobs = pipeline.parse(parse(readFileSync(`${folder}gitlab/.gitlab-ci.yml`, "utf8")));
  const { script, after_script } = pipelineJob.parse(jobs[name]);
  const lines = [...script, ...after_script].filter((line) => !isLeftOut(line));
  return shell(["-eo", "pipefail", "-c", lines.join("\n")], job);
}

function shell(args: readonly string[], { cwd, env }: Job): Promise<JobRun> {
  const child = spawn("bash", ["--noprofile", "--norc", ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
