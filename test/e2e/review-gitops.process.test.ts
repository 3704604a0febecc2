import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres, type Postgres, urlOf } from "../../campaigns/ownership/postgres.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { openDiscussion } from "../review/discussion.ts";
import { githubJob, gitlabJob, type Job } from "../review/pipeline.ts";
import { api } from "../review/world.ts";

/**
 * The flow of examples/gitops with the lines of its files, a bare repository, a checkout for each job, and the state in
 * PostgreSQL: a review on each branch, a merge that applies the reviewed digest, drift on a schedule, and a review that another
 * merge has made stale.
 */
const emulator = await platform({ speed: 100_000 });
const example = fileURLToPath(new URL("../../examples/gitops/", import.meta.url));
let postgres: Postgres;
let stack: TestStack;

beforeAll(async () => {
  postgres = await openPostgres();
  stack = await openStack({ url: emulator.url, env: { PULUMI_BACKEND_URL: urlOf(postgres.port) } });
  await stack.run("stack", "rename", "prod");
  writeFileSync(join(stack.folder, ".gitignore"), "origin.git\nbackend\njobs\nevents-*\nreview/\ndrift/\n");
  for (const file of ["comment.mjs", "policies.json"]) cpSync(join(example, file), join(stack.folder, file));
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
  git(stack.folder, "checkout", "--quiet", "-b", name, "main");
  await stack.program(program(weights));
  commit(`Change ${name}`);
}

function merge(name: string): void {
  git(stack.folder, "checkout", "--quiet", "main");
  // Both branches changed the program: the later one wins, as after a person has resolved the conflict.
  const message = ["--no-ff", "--strategy-option", "theirs", "--message", `Merge ${name}`];
  git(stack.folder, "merge", "--quiet", ...message, name);
  git(stack.folder, "push", "--quiet", "origin", "main");
}

let jobs = 0;

/** A checkout of a branch, as a runner makes one, and what the system sets in its environment. */
function job(ref: string, env: Record<string, string>): Job {
  const cwd = join(stack.folder, "jobs", String(++jobs));
  const origin = join(stack.folder, "origin.git");
  git(stack.folder, "clone", "--quiet", "--branch", ref, `file://${origin}`, cwd);
  // What the workflow fetches from GitHub comes from the bare repository.
  git(cwd, "config", `url.file://${origin}.insteadOf`, "https://github.com/team/infra");
  return { cwd, env: { ...stack.env, CI: "true", ...env } };
}

/** Secrets and variables of the repository; those of the platform are set for every job here. */
const secrets = { "secrets.CLOUDPLATFORM_REVIEW_KEY": "a-key-of-the-team", "secrets.CLOUDPLATFORM_API_KEY": "local" };

const onGithub = (url: string) => ({ GITHUB_REPOSITORY: "team/infra", GITHUB_BASE_REF: "main", GITHUB_API_URL: url });
const onGitlab = (url: string) => ({
  ...{ CI_API_V4_URL: url, CI_PROJECT_ID: "9", CI_MERGE_REQUEST_IID: "7", REVIEW_TOKEN: "t" },
  ...{ CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main", CLOUDPLATFORM_REVIEW_KEY: "a-key-of-the-team" },
});

const exported = async () => (await stack.run("stack", "export", "--stack", "prod")).output;

test("review on a branch, apply on merge, drift on a schedule, and a stale review refused", async () => {
  const discussion = await openDiscussion([]);
  await branch("first", { images: 20 });
  const reviewing = job("first", onGithub(discussion.url));
  const pull = { ...secrets, "github.event.pull_request.number": "7", "github.token": "t" };
  const reviewed = await githubJob("review.yml", "review", reviewing, pull);
  expect(reviewed.code, reviewed.output).toBe(0);
  const [comment] = discussion.written;
  expect(comment).toMatchObject({ method: "POST", url: "/repos/team/infra/issues/7/comments" });
  expect(comment?.body).toMatch(/^<!-- cloudplatform-change test\/prod -->\n/);
  expect(comment?.body).toContain("`weight` `10` → `20`");
  expect(comment?.body).toBe(readFileSync(join(reviewing.cwd, "review/review.md"), "utf8"));

  git(stack.folder, "checkout", "--quiet", "main");
  await branch("second", { images: 10, videos: 30 });
  const other = job("second", onGitlab(discussion.url));
  const second = await gitlabJob("review", other);
  expect(second.code, second.output).toBe(0);
  expect(discussion.written[1]).toMatchObject({ method: "POST", url: "/projects/9/merge_requests/7/notes" });

  merge("first");
  // A person approves the digest that the comment shows.
  const [digest = ""] = /sha256:[0-9a-f]{64}/.exec(comment?.body ?? "") ?? [];
  const applied = await gitlabJob("apply", job("main", { ...onGitlab(""), REVIEWED_DIGEST: digest }));
  expect(applied.code, applied.output).toBe(0);
  expect(applied.output).toContain(`The change is the one that was reviewed (${digest})`);

  const before = await exported();
  await api(emulator.url).change("images", { name: "images", rule: "/images/", ruleType: 0, weight: 99 });
  const summary = join(stack.folder, "jobs/summary.md");
  writeFileSync(summary, "");
  const drift = await githubJob("drift.yml", "drift", job("main", { GITHUB_STEP_SUMMARY: summary }), secrets);
  expect(drift.code, drift.output).toBe(4);
  expect(readFileSync(summary, "utf8")).toContain("`weight` `20` → `99`");
  expect(await exported()).toBe(before);
  await api(emulator.url).change("images", { name: "images", rule: "/images/", ruleType: 0, weight: 20 });

  merge("second");
  const merged = job("main", onGithub(""));
  cpSync(join(other.cwd, "review"), join(merged.cwd, "review"), { recursive: true });
  const stale = await githubJob("apply.yml", "apply", merged, secrets);
  expect(stale.code, stale.output).toBe(3);
  expect(stale.output).toContain("state: the stack was updated after the review");
  expect(stale.output).toContain("program: appeared: update cdn:RuleTemplate images");
  expect(await exported()).toBe(before);
  expect(emulator.platform.store.ruleTemplates.all().some((one) => one.name === "videos")).toBe(false);
  discussion.close();
});
