import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres, type Postgres, urlOf } from "../../campaigns/ownership/postgres.ts";
import { ensurePulumi } from "../../tools/pulumi.mjs";
import { keptNode } from "../helpers/kept-node/folder.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { openForge, type Pull } from "../review/forge.ts";
import { type Event, type JobRun, runWorkflow } from "../review/github-workflow.ts";
import { gitlabJob } from "../review/gitlab-pipeline.ts";
import type { Job } from "../review/job.ts";
import { npmOnce } from "../review/npm-once.ts";
import { api } from "../review/world.ts";

/**
 * The flow of examples/gitops as its systems run it: GitHub's workflows job by job, and GitLab's pipeline with gitlab-ci-local. Uses a
 * bare repository, a checkout for each job, a server with the routes of both systems, and state in PostgreSQL. Covers two pull requests,
 * a stale review, the merge queue, consecutive merges, and drift. 60 s of processor time.
 */
const emulator = await platform({ speed: 100_000 });
const root = fileURLToPath(new URL("../..", import.meta.url));
const example = join(root, "examples/gitops/");
let postgres: Postgres;
let stack: TestStack;
/** Search path of the jobs. */
let searchPath: string;

beforeAll(async () => {
  postgres = await openPostgres();
  stack = await openStack({ url: emulator.url, env: { PULUMI_BACKEND_URL: urlOf(postgres.port) } });
  await stack.run("stack", "rename", "prod");
  writeFileSync(
    join(stack.folder, ".gitignore"),
    "node_modules\norigin.git\nbackend\njobs\nevents-*\nreview/\ndrift/\n",
  );
  for (const file of ["comment.mjs", "policies.json"]) cpSync(join(example, file), join(stack.folder, file));
  // `npm ci` is real but installs nothing: packages resolve to those of the enclosing checkout.
  const lock = { lockfileVersion: 3, packages: { "": {} } };
  writeFileSync(join(stack.folder, "package-lock.json"), JSON.stringify(lock));
  // `npx` runs a command from the nearest `.bin` folder that has it, and that folder precedes the PATH: the checkout's has a `node`, too.
  const { bin: pulumi } = await ensurePulumi({ log: () => undefined });
  const commands = {
    node: join(keptNode(), "node"),
    pulumi,
    cloudplatform: join(root, "node_modules/.bin/cloudplatform"),
  };
  const bin = join(stack.folder, "node_modules/.bin");
  mkdirSync(bin);
  for (const [name, file] of Object.entries(commands)) symlinkSync(file, join(bin, name));
  searchPath = npmOnce(join(stack.folder, "node_modules/npm-once"), bin, stack.env.PATH ?? "");
  git(stack.folder, "init", "--quiet", "--initial-branch", "main");
  git(stack.folder, "init", "--quiet", "--bare", "origin.git");
  git(stack.folder, "remote", "add", "origin", join(stack.folder, "origin.git"));
  await stack.program(program({ images: 10 }));
  commit("Declare the rules");
  expect(await stack.up("--stack", "prod")).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await stack?.remove();
  await postgres?.stop();
});

const program = (weights: Record<string, number>) =>
  Object.entries(weights)
    .map(
      ([name, weight]) =>
        `new cdn.RuleTemplate("${name}", { name: "${name}", rule: "/${name}/", ruleType: 0, weight: ${weight} });`,
    )
    .join("\n");

function git(cwd: string, ...args: string[]): string {
  const identity = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
  return execFileSync("git", [...identity, ...args], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

function commit(message: string): void {
  git(stack.folder, "add", "--all");
  git(stack.folder, "commit", "--quiet", "--message", message);
  git(stack.folder, "push", "--quiet", "--force", "origin", "HEAD");
}

async function branch(name: string, weights: Record<string, number>): Promise<void> {
  git(stack.folder, "checkout", "--quiet", "-B", name, "main");
  await stack.program(program(weights));
  commit(`Change ${name}`);
}

let jobs = 0;

const origin = () => `file://${join(stack.folder, "origin.git")}`;

/** Creates an empty folder, as on a runner. */
function job(env: Record<string, string> = {}): Job {
  const cwd = join(stack.folder, "jobs", String(++jobs));
  mkdirSync(cwd, { recursive: true });
  return { cwd, env: { ...stack.env, PATH: searchPath, CI: "true", ...env } };
}

/** Clones a branch, as GitLab does. */
function gitlabClone(ref: string, env: Record<string, string>): Job {
  const made = job(env);
  git(stack.folder, "clone", "--quiet", "--branch", ref, origin(), made.cwd);
  return made;
}

const onGitlab = (url: string) => ({
  ...{ CI_API_V4_URL: url, CI_PROJECT_ID: "9", REVIEW_TOKEN: "t", CLOUDPLATFORM_REVIEW_KEY: "a-key-of-the-team" },
});
const mergeRequest = () => ({
  ...{ CI_PIPELINE_SOURCE: "merge_request_event", CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "9", CI_PROJECT_ID: "9" },
  ...{ CI_MERGE_REQUEST_IID: "7", CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main" },
  CI_MERGE_REQUEST_PROJECT_URL: origin().replace(/\.git$/, ""),
});

const exported = async () => (await stack.run("stack", "export", "--stack", "prod")).output;

const head = (ref: string) => git(stack.folder, "rev-parse", ref).trim();
const weights = () =>
  Object.fromEntries(
    emulator.platform.store.ruleTemplates
      .all()
      .filter(({ name }) => name === "images" || name === "videos")
      .map(({ name, weight }) => [name, weight]),
  );

/** Returns a function that runs workflows of a GitHub repository with its secrets, token and runners. */
function githubAt(url: string, vars: Record<string, string> = {}) {
  const secrets = { CLOUDPLATFORM_REVIEW_KEY: "a-key-of-the-team", CLOUDPLATFORM_API_KEY: "local" };
  const runners = {
    ...{ origin: origin(), head },
    job: () => job({ GITHUB_REPOSITORY: "team/infra", GITHUB_API_URL: url }),
    contexts: { secrets, vars, github: { repository: "team/infra", token: "t" } },
  };
  return (file: string, event: Event, approve?: () => Promise<void>) => runWorkflow(file, event, runners, approve);
}

const results = (jobs: Record<string, JobRun>) =>
  Object.fromEntries(Object.entries(jobs).map(([name, { result }]) => [name, result]));

/** Returns the output of all jobs, to explain a failure. */
const outputOf = (jobs: Record<string, JobRun>) =>
  Object.values(jobs)
    .map(({ output }) => output)
    .join("\n");

async function merge(message: string, all: Record<string, number>, pull?: Pull): Promise<void> {
  await stack.program(program(all));
  commit(message);
  if (pull !== undefined) Object.assign(pull, { state: "closed", merged: head("main") });
}

test("on GitHub: two pull requests, a stale review, the merge queue, merges in a row, and drift", async () => {
  const forge = await openForge();
  const on = githubAt(forge.url);
  const commentOn = (number: number) => forge.comments.find((one) => one.on === number)?.body;
  const [first, second] = [7, 8].map((number): Pull => {
    const repo = { full_name: "team/infra" };
    return { number, state: "open", head: { sha: "", repo }, base: { ref: "main" } };
  }) as [Pull, Pull];
  forge.pulls.splice(0, 1, first, second);
  await branch("first", { images: 20 });
  // The policies and script of the pull request's author have no effect.
  writeFileSync(join(stack.folder, "policies.json"), '{ "all": "disabled" }');
  writeFileSync(join(stack.folder, "comment.mjs"), "process.exit(9);");
  commit("Disable the policies");
  await branch("second", { images: 10, videos: 30 });
  for (const [pull, name] of [
    [first, "first"],
    [second, "second"],
  ] as const) {
    pull.head.sha = head(name);
    const reviewed = await on("review.yml", { name: "pull_request_target", payload: { pull_request: pull } });
    const expected = { change: "success", review: "success", comment: "success", fork: "skipped" };
    expect(results(reviewed), outputOf(reviewed)).toEqual(expected);
  }
  expect(commentOn(7)).toMatch(/^<!-- cloudplatform-change test\/prod -->\n/);
  expect(commentOn(7)).toContain("`weight` `10` → `20`");
  expect(commentOn(7)).not.toContain("disabled");

  git(stack.folder, "checkout", "--quiet", "main");
  await merge("Merge first", { images: 20 }, first);
  const applied = await on("apply.yml", { name: "push" });
  expect(results(applied), outputOf(applied)).toEqual({ plan: "success", apply: "success", stale: "success" });
  expect(applied.plan?.summary).toContain("This is the change that was reviewed in the pull request.");
  expect(weights()).toEqual({ images: 20 });
  expect(commentOn(7)).not.toContain("> **Stale**");
  expect(commentOn(8)).toContain("> **Stale**: the stack was updated");

  const asks = (association: string) => ({
    issue: { number: 8, pull_request: {} },
    comment: { body: "/review", author_association: association },
  });
  const stranger = await on("review.yml", { name: "issue_comment", payload: asks("NONE") });
  expect(Object.values(results(stranger))).toEqual(["skipped", "skipped", "skipped", "skipped"]);
  git(stack.folder, "checkout", "--quiet", "-B", "second", "main");
  await stack.program(program({ images: 20, videos: 30 }));
  commit("Rebase");
  second.head.sha = head("second");
  const again = await on("review.yml", { name: "issue_comment", payload: asks("MEMBER") });
  expect(again.comment?.result, outputOf(again)).toBe("success");
  expect(commentOn(8)).not.toContain("> **Stale**");
  expect(forge.comments).toHaveLength(2);
  const group = { merge_group: { head_sha: head("second"), base_ref: "refs/heads/main" } };
  const queued = await on("review.yml", { name: "merge_group", payload: group });
  expect(results(queued), outputOf(queued)).toMatchObject({ review: "success", comment: "skipped" });

  // Three consecutive merges. While the first merge's run waits for approval, another run plans the newest commit, for all stacks.
  git(stack.folder, "checkout", "--quiet", "main");
  await merge("Merge second", { images: 20, videos: 30 }, second);
  const waited = await on("apply.yml", { name: "push" }, async () => {
    await merge("Merge third", { images: 22, videos: 30 });
    await merge("Merge fourth", { images: 21, videos: 30 });
    const newest = await githubAt(forge.url, { STACKS: "--all-stacks" })("apply.yml", { name: "push" });
    expect(newest.apply?.result, outputOf(newest)).toBe("success");
    expect(newest.plan?.summary).toContain("`weight` `20` → `21`");
    expect(newest.plan?.summary).toContain("This is **not** the change that was reviewed");
  });
  expect(waited.apply).toMatchObject({
    ...{ result: "failure", code: 3 },
    output: expect.stringContaining("the stack was updated after the review"),
  });
  expect(weights()).toEqual({ images: 21, videos: 30 });

  const before = await exported();
  await api(emulator.url).change("images", { name: "images", rule: "/images/", ruleType: 0, weight: 99 });
  for (let morning = 0; morning < 2; morning += 1) {
    const { drift } = await on("drift.yml", { name: "schedule" });
    expect(drift).toMatchObject({ result: "failure", code: 4 });
  }
  expect(forge.issues).toMatchObject([{ state: "open", body: expect.stringContaining("`weight` `21` → `99`") }]);
  expect(await exported()).toBe(before);
  await api(emulator.url).change("images", { name: "images", rule: "/images/", ruleType: 0, weight: 21 });
  const none = await githubAt(forge.url, { STACKS: "--all-stacks" })("drift.yml", { name: "schedule" });
  expect(none.drift?.result, outputOf(none)).toBe("success");
  expect(forge.issues).toMatchObject([{ state: "closed", comments: ["The drift has gone."] }]);
  forge.close();
});

test("on GitLab, by gitlab-ci-local: review and comment, plan and apply, drift", async () => {
  const forge = await openForge();
  git(stack.folder, "checkout", "--quiet", "main");
  await branch("fourth", { images: 40, videos: 30 });
  const reviewing = gitlabClone("fourth", onGitlab(forge.url));
  const reviewed = await gitlabJob(["review"], reviewing, { ...onGitlab(forge.url), ...mergeRequest() });
  expect(reviewed.code, reviewed.output).toBe(0);
  const commented = await gitlabJob(["comment"], reviewing, { ...onGitlab(forge.url), ...mergeRequest() });
  expect(commented.code, commented.output).toBe(0);
  expect(forge.written[0]).toMatchObject({
    ...{ method: "POST", url: "/projects/9/merge_requests/7/notes" },
    body: expect.stringContaining("`weight` `21` → `40`"),
  });

  git(stack.folder, "checkout", "--quiet", "main");
  git(stack.folder, "merge", "--quiet", "--no-ff", "--message", "Merge fourth", "fourth");
  git(stack.folder, "push", "--quiet", "origin", "main");
  const branchPipeline = { ...onGitlab(forge.url), CI_DEFAULT_BRANCH: "main" };
  const main = gitlabClone("main", onGitlab(forge.url));
  Object.assign(forge.pulls[0] ?? {}, { merged: head("main") });
  const plan = await gitlabJob(["plan"], main, branchPipeline);
  expect(plan.code, plan.output).toBe(0);
  expect(plan.output).toContain("This is the change that was reviewed in the pull request.");
  expect(weights()).toEqual({ images: 21, videos: 30 });
  const applied = await gitlabJob(["apply"], main, branchPipeline);
  expect(applied.code, applied.output).toBe(0);
  expect(weights()).toEqual({ images: 40, videos: 30 });
  expect(forge.written.at(-1)).toMatchObject({ method: "PUT", body: expect.stringContaining("> **Stale**: ") });

  await api(emulator.url).change("images", { name: "images", rule: "/images/", ruleType: 0, weight: 99 });
  const drifting = gitlabClone("main", onGitlab(forge.url));
  const drift = await gitlabJob(["drift"], drifting, { ...onGitlab(forge.url), CI_PIPELINE_SOURCE: "schedule" });
  expect(drift.code).not.toBe(0);
  expect(forge.issues).toMatchObject([{ state: "open", body: expect.stringContaining("`weight` `40` → `99`") }]);
  forge.close();
});
