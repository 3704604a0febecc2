import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres, type Postgres, urlOf } from "../../campaigns/ownership/postgres.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { type Discussion, openDiscussion } from "../review/discussion.ts";
import { githubJob, gitlabJob, type Job, type WorkflowRun } from "../review/pipeline.ts";
import { api } from "../review/world.ts";

/**
 * The flow of examples/gitops as its systems run it: GitHub step by step, GitLab by gitlab-ci-local, with a bare repository, a checkout for each job and the state in
 * PostgreSQL: from the pull request, with policies and a script of the target branch, over merges in a row to drift. 60 s of processor time.
 */
const emulator = await platform({ speed: 100_000 });
const example = fileURLToPath(new URL("../../examples/gitops/", import.meta.url));
let postgres: Postgres;
let stack: TestStack;

beforeAll(async () => {
  postgres = await openPostgres();
  stack = await openStack({ url: emulator.url, env: { PULUMI_BACKEND_URL: urlOf(postgres.port) } });
  await stack.run("stack", "rename", "prod");
  writeFileSync(
    join(stack.folder, ".gitignore"),
    "node_modules\norigin.git\nbackend\njobs\nevents-*\nreview/\ndrift/\n",
  );
  for (const file of ["comment.mjs", "policies.json"]) cpSync(join(example, file), join(stack.folder, file));
  // `npm ci` is real, and installs nothing: the packages are those of the checkout above.
  const lock = { lockfileVersion: 3, packages: { "": {} } };
  writeFileSync(join(stack.folder, "package-lock.json"), JSON.stringify(lock));
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
  git(stack.folder, "push", "--quiet", "origin", "HEAD");
}

async function branch(name: string, weights: Record<string, number>): Promise<void> {
  git(stack.folder, "checkout", "--quiet", "-B", name, "main");
  await stack.program(program(weights));
  commit(`Change ${name}`);
}

let jobs = 0;

const origin = () => `file://${join(stack.folder, "origin.git")}`;

/** An empty folder, as a runner has one. */
function job(env: Record<string, string> = {}): Job {
  const cwd = join(stack.folder, "jobs", String(++jobs));
  mkdirSync(cwd, { recursive: true });
  return { cwd, env: { ...stack.env, CI: "true", ...env } };
}

function workflowRun(contexts: Record<string, string>): WorkflowRun {
  return {
    repository: origin(),
    artifacts: join(stack.folder, "jobs", `artifacts-${++jobs}`),
    contexts: { ...secrets, ...contexts },
  };
}

/** A clone of a branch, as GitLab makes one. */
function gitlabClone(ref: string, env: Record<string, string>): Job {
  const made = job(env);
  git(stack.folder, "clone", "--quiet", "--branch", ref, origin(), made.cwd);
  return made;
}

/** Secrets and variables of the repository; those of the platform are set for every job here. */
const secrets = { "secrets.CLOUDPLATFORM_REVIEW_KEY": "a-key-of-the-team", "secrets.CLOUDPLATFORM_API_KEY": "local" };

const onGithub = (url: string) => ({ GITHUB_REPOSITORY: "team/infra", GITHUB_API_URL: url });
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

/** The run of the main branch: a plan, an approval, and the apply of what was planned. */
async function applyOnGithub(discussion: Discussion, variables: Record<string, string> = {}) {
  const run = workflowRun({ "github.token": "t", "github.sha": head("main"), ...variables });
  const plan = await githubJob("apply.yml", "plan", job(), run);
  expect(plan.code, plan.output).toBe(0);
  const planned = Object.entries(plan.outputs).map(([key, value]) => [`needs.plan.outputs.${key}`, value]);
  const approved = { ...run, contexts: { ...run.contexts, ...Object.fromEntries(planned) } };
  const apply = () => githubJob("apply.yml", "apply", job(), approved);
  const stale = () => githubJob("apply.yml", "stale", job(onGithub(discussion.url)), approved);
  return { plan, apply, stale };
}

test("on GitHub: review, comment, three quick merges in one apply, stale reviews marked, drift", async () => {
  const discussion = await openDiscussion([]);
  await branch("first", { images: 20 });
  // The author's own policies and script decide nothing.
  writeFileSync(join(stack.folder, "policies.json"), '{ "all": "disabled" }');
  writeFileSync(join(stack.folder, "comment.mjs"), "process.exit(9);");
  commit("Disable the policies");
  const change = { number: "7", head: head("first"), base: "main" };
  const outputs = Object.entries(change).map(([key, value]) => [`needs.change.outputs.${key}`, value]);
  const pull = workflowRun({ ...Object.fromEntries(outputs), "github.token": "t" });
  const reviewed = await githubJob("review.yml", "review", job(), pull);
  expect(reviewed.code, reviewed.output).toBe(0);
  const review = JSON.parse(readFileSync(join(pull.artifacts, "review/review.json"), "utf8"));
  expect(review.policies.relaxed.join()).not.toContain("disabled");
  const commented = await githubJob("review.yml", "comment", job(onGithub(discussion.url)), pull);
  expect(commented.code, commented.output).toBe(0);
  const [comment] = discussion.written;
  expect(comment).toMatchObject({ method: "POST", url: "/repos/team/infra/issues/7/comments" });
  expect(comment?.body).toMatch(/^<!-- cloudplatform-change test\/prod -->\n/);
  expect(comment?.body).toContain("`weight` `10` → `20`");

  // Three merges in a row: of the runs that wait, GitHub keeps the last one.
  git(stack.folder, "checkout", "--quiet", "first", "--", ".");
  git(stack.folder, "checkout", "--quiet", "main");
  await stack.program(program({ images: 20 }));
  commit("Merge first");
  const first = await applyOnGithub(discussion);
  for (const [name, all] of [
    ["second", { images: 20, videos: 30 }],
    ["third", { images: 21, videos: 30 }],
  ] as const) {
    await stack.program(program(all));
    commit(`Merge ${name}`);
  }
  const applied = await first.apply();
  expect(applied.code, applied.output).toBe(0);
  expect(weights()).toEqual({ images: 20 });
  // The same workflow for all stacks of the repository.
  const all = { "vars.STACKS": "--all-stacks" };
  const last = await applyOnGithub(discussion, all);
  expect(last.plan.summary).toContain("`weight` `20` → `21`");
  expect((await last.apply()).code).toBe(0);
  expect(weights()).toEqual({ images: 21, videos: 30 });
  // The run before is spent.
  expect(await first.apply()).toMatchObject({
    code: 3,
    output: expect.stringContaining("the stack was updated after the review"),
  });

  const marked = await last.stale();
  expect(marked.code, marked.output).toBe(0);
  expect(discussion.written.at(-1)).toMatchObject({
    method: "PATCH",
    body: expect.stringContaining("> **Stale**: the stack was updated"),
  });

  const before = await exported();
  await api(emulator.url).change("images", { name: "images", rule: "/images/", ruleType: 0, weight: 99 });
  const drift = await githubJob("drift.yml", "drift", job(), workflowRun({ "github.sha": head("main") }));
  expect(drift.code, drift.output).toBe(4);
  expect(drift.summary).toContain("`weight` `21` → `99`");
  expect(await exported()).toBe(before);
  await api(emulator.url).change("images", { name: "images", rule: "/images/", ruleType: 0, weight: 21 });
  const none = await githubJob("drift.yml", "drift", job(), workflowRun({ "github.sha": head("main"), ...all }));
  expect(none.code, none.output).toBe(0);
  discussion.close();
});

test("on GitLab, by gitlab-ci-local: review and comment, plan and apply, drift", async () => {
  const discussion = await openDiscussion([]);
  git(stack.folder, "checkout", "--quiet", "main");
  await branch("fourth", { images: 40, videos: 30 });
  const reviewing = gitlabClone("fourth", onGitlab(discussion.url));
  const reviewed = await gitlabJob(["review"], reviewing, { ...onGitlab(discussion.url), ...mergeRequest() });
  expect(reviewed.code, reviewed.output).toBe(0);
  const commented = await gitlabJob(["comment"], reviewing, { ...onGitlab(discussion.url), ...mergeRequest() });
  expect(commented.code, commented.output).toBe(0);
  expect(discussion.written[0]).toMatchObject({
    ...{ method: "POST", url: "/projects/9/merge_requests/7/notes" },
    body: expect.stringContaining("`weight` `21` → `40`"),
  });

  git(stack.folder, "checkout", "--quiet", "main");
  git(stack.folder, "merge", "--quiet", "--no-ff", "--message", "Merge fourth", "fourth");
  git(stack.folder, "push", "--quiet", "origin", "main");
  const branchPipeline = { ...onGitlab(discussion.url), CI_DEFAULT_BRANCH: "main" };
  const main = gitlabClone("main", onGitlab(discussion.url));
  const plan = await gitlabJob(["plan"], main, branchPipeline);
  expect(plan.code, plan.output).toBe(0);
  expect(weights()).toEqual({ images: 21, videos: 30 });
  const applied = await gitlabJob(["apply"], main, branchPipeline);
  expect(applied.code, applied.output).toBe(0);
  expect(weights()).toEqual({ images: 40, videos: 30 });
  expect(discussion.written.at(-1)).toMatchObject({ method: "PUT", body: expect.stringContaining("> **Stale**: ") });

  await api(emulator.url).change("images", { name: "images", rule: "/images/", ruleType: 0, weight: 99 });
  const drifting = gitlabClone("main", onGitlab(discussion.url));
  const drift = await gitlabJob(["drift"], drifting, { ...onGitlab(discussion.url), CI_PIPELINE_SOURCE: "schedule" });
  expect(drift.code).not.toBe(0);
  expect(readFileSync(join(drifting.cwd, "drift/review.md"), "utf8")).toContain("`weight` `40` → `99`");
  discussion.close();
});
