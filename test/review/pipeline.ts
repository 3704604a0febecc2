import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { z } from "zod";

/** The jobs of examples/gitops as their systems run them: those of GitHub step by step, those of GitLab by gitlab-ci-local. */
const folder = fileURLToPath(new URL("../../examples/gitops/", import.meta.url));

const environment = z.record(z.string(), z.string()).default({});

const workflow = z.object({
  env: environment,
  jobs: z.record(
    z.string(),
    z.object({
      steps: z.array(
        z.object({
          uses: z.string().optional(),
          with: z.record(z.string(), z.unknown()).default({}),
          run: z.string().optional(),
          if: z.string().optional(),
          "working-directory": z.string().default("."),
          env: environment,
        }),
      ),
    }),
  ),
});

type Step = z.output<typeof workflow>["jobs"][string]["steps"][number];

export interface JobRun {
  code: number;
  output: string;
  /** Outputs of the steps, and the summary of the job. */
  outputs: Record<string, string>;
  summary: string;
}

export interface Job {
  /** An empty folder. */
  cwd: string;
  /** What the system gives every job. */
  env: NodeJS.ProcessEnv;
}

/** What a workflow run has beside its jobs. */
export interface WorkflowRun {
  /** The repository that is checked out, as a URL. */
  repository: string;
  /** Where artifacts are kept. */
  artifacts: string;
  /** Values of expressions: `secrets.X`, `needs.change.outputs.base`. */
  contexts: Readonly<Record<string, string>>;
}

/** The GitHub CLI, which runners have, is not here: what its steps find out, the contexts have. */
const isLeftOut = (script: string) => /\bgh (api|run|issue) /m.test(script);

/** Runs the steps of a GitHub job, as `bash -e`; of actions those that check out, and that keep and fetch artifacts. */
export async function githubJob(file: string, name: string, job: Job, run: WorkflowRun): Promise<JobRun> {
  const { env, jobs } = workflow.parse(parse(readFileSync(`${folder}github/.github/workflows/${file}`, "utf8")));
  const commands = `${job.cwd}.commands`;
  mkdirSync(commands, { recursive: true });
  const files = Object.fromEntries(
    ["GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY"].map((one) => [one, join(commands, one)]),
  );
  for (const path of Object.values(files)) writeFileSync(path, "");
  const done: JobRun = { code: 0, output: "", outputs: {}, summary: "" };
  for (const step of jobs[name]?.steps ?? []) {
    // A step with a condition runs after a failure as well.
    if (done.code !== 0 && step.if === undefined) continue;
    const ran = await runStep(step, { ...job, env: { ...job.env, ...files, ...resolved(env, run) } }, run);
    done.output += ran.output;
    if (done.code === 0) done.code = ran.code;
  }
  const lines = readFileSync(files.GITHUB_OUTPUT ?? "", "utf8")
    .split("\n")
    .filter((line) => line !== "");
  done.outputs = Object.fromEntries(lines.map((line) => line.split("=", 2)));
  done.summary = readFileSync(files.GITHUB_STEP_SUMMARY ?? "", "utf8");
  return done;
}

async function runStep(step: Step, job: Job, run: WorkflowRun): Promise<Pick<JobRun, "code" | "output">> {
  const given = resolved(Object.fromEntries(Object.entries(step.with).map(([key, one]) => [key, String(one)])), run);
  if (step.uses?.startsWith("actions/checkout@")) {
    const target = join(job.cwd, given.path ?? ".");
    const ref = given.ref ?? run.contexts["github.sha"] ?? "main";
    return shell(
      [
        "-ec",
        `git clone --quiet "$1" "$2" && cd "$2" && git checkout --quiet --detach "$(git rev-parse --verify --quiet "origin/$3" || echo "$3")"`,
        "-",
        run.repository,
        target,
        ref,
      ],
      job,
    );
  }
  if (step.uses?.startsWith("actions/upload-artifact@"))
    return kept(join(job.cwd, given.path ?? ""), join(run.artifacts, given.name ?? ""));
  if (step.uses?.startsWith("actions/download-artifact@"))
    return kept(join(run.artifacts, given.name ?? ""), join(job.cwd, given.path ?? ""));
  if (step.run === undefined || isLeftOut(step.run)) return { code: 0, output: "" };
  return shell(["-e", "-c", step.run], {
    cwd: join(job.cwd, step["working-directory"]),
    env: { ...job.env, ...resolved(step.env, run) },
  });
}

function kept(from: string, to: string): Pick<JobRun, "code" | "output"> {
  if (existsSync(from)) cpSync(from, to, { recursive: true });
  return { code: 0, output: "" };
}

/** Values with their expressions. A variable that is not set is empty on GitHub; what the job has of its own stays. */
function resolved(values: Readonly<Record<string, string>>, { contexts }: WorkflowRun): Record<string, string> {
  const all = Object.entries(values).map(([key, text]) => [
    key,
    text.replace(/\$\{\{ ([^}]+) \}\}/g, (_, expression: string) => resultOf(expression, contexts)),
  ]);
  return Object.fromEntries(all.filter(([, value]) => value !== ""));
}

/** The value of an expression: a context, or else a literal, as in `vars.STACKS || '--stack prod'`. */
function resultOf(expression: string, contexts: WorkflowRun["contexts"]): string {
  const values = expression.split(" || ").map((one) => /^'(.*)'$/.exec(one)?.[1] ?? contexts[one] ?? "");
  return values.find((one) => one !== "") ?? "";
}

/** Runs a job of the GitLab pipeline, and those that it needs, in a clone of the repository. */
export async function gitlabJob(names: readonly string[], { cwd, env }: Job, variables: Record<string, string>) {
  // A runner with the shell executor: without Docker there is no image.
  const text = readFileSync(`${folder}gitlab/.gitlab-ci.yml`, "utf8").replace("default:\n  image: node:24\n", "");
  writeFileSync(join(cwd, ".gitlab-ci.yml"), text);
  // It copies the sources for jobs in Docker in any case; a job of the shell executor runs in the clone itself.
  const tools = `${cwd}.tools`;
  mkdirSync(tools, { recursive: true });
  writeFileSync(join(tools, "rsync"), "#!/bin/sh\n", { mode: 0o755 });
  const bin = fileURLToPath(import.meta.resolve("gitlab-ci-local"));
  const given = Object.entries(variables).flatMap(([key, value]) => ["--variable", `${key}=${value}`]);
  const predefined = ["--ignore-predefined-vars", Object.keys(variables).join(",")];
  return shell(["-c", '"$@"', "-", process.execPath, bin, ...names, ...predefined, ...given], {
    cwd,
    env: { ...env, PATH: `${tools}:${env.PATH}` },
  });
}

function shell(args: readonly string[], { cwd, env }: Job): Promise<Pick<JobRun, "code" | "output">> {
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
