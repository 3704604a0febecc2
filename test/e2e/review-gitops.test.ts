import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres, type Postgres, urlOf } from "../../bench/ownership/postgres.ts";
import { commandLine } from "../cli/command-line.ts";
import { platform } from "../helpers/platform.ts";
import { openStack, type TestStack } from "../helpers/stack.ts";
import { api } from "../review/world.ts";

/**
 * The flow of examples/gitops with a bare repository, the state in PostgreSQL, and the policies: a review on each branch, a
 * merge that applies the reviewed digest, drift on a schedule, and a review that another merge has made stale.
 */
const emulator = await platform({ speed: 100_000 });
let postgres: Postgres;
let stack: TestStack;

beforeAll(async () => {
  postgres = await openPostgres();
  stack = await openStack({ url: emulator.url, env: { PULUMI_BACKEND_URL: urlOf(postgres.port) } });
  const file = (name: string, text: string) => writeFileSync(join(stack.folder, name), text);
  file(".gitignore", "origin.git\nbackend\nreviews\nevents-*\n");
  file("policies.json", '{ "pool-auto-healing": "advisory" }\n');
  git("init", "--quiet", "--initial-branch", "main");
  git("init", "--quiet", "--bare", "origin.git");
  git("remote", "add", "origin", join(stack.folder, "origin.git"));
  await stack.program(program({ images: 10 }));
  commit("Declare the rules");
  expect(await stack.up()).toMatchObject({ code: 0 });
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

function git(...args: string[]): string {
  const identity = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
  return execFileSync("git", [...identity, ...args], {
    cwd: stack.folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function commit(message: string): void {
  git("add", "--all");
  git("commit", "--quiet", "--message", message);
  git("push", "--quiet", "origin", "HEAD");
}

function merge(branch: string): void {
  git("checkout", "--quiet", "main");
  // Both branches changed the program: the later one wins, as after a person has resolved the conflict.
  git("merge", "--quiet", "--no-ff", "--strategy-option", "theirs", "--message", `Merge ${branch}`, branch);
  git("push", "--quiet", "origin", "main");
}

const run = (...args: string[]) =>
  commandLine("", [...args, "-C", stack.folder], { environment: stack.env as Record<string, string> });

const policies = () => ["--config", join(stack.folder, "policies.json")];

/** What a pull request's job does: the review as an artifact, and the text of its comment. */
async function reviewBranch(branch: string, weights: Record<string, number>) {
  git("checkout", "--quiet", "-b", branch, "main");
  await stack.program(program(weights));
  commit(`Change ${branch}`);
  const artifact = join(stack.folder, "reviews", branch);
  const made = await run("review", ...policies(), "--output", artifact);
  expect(made, made.err).toMatchObject({ code: 0 });
  return { digest: made.out.trim(), artifact, comment: readFileSync(join(artifact, "review.md"), "utf8") };
}

test("review on a branch, apply on merge, drift on a schedule, and a stale review refused", async () => {
  const first = await reviewBranch("first", { images: 20 });
  const second = await reviewBranch("second", { images: 10, videos: 30 });
  expect(first.comment).toMatch(/^<!-- cloudplatform-change test\/test -->\n/);
  expect(first.comment).toContain(first.digest);
  expect(first.comment).toContain("`weight` `10` → `20`");

  merge("first");
  const applied = await run("apply", ...policies(), "--digest", first.digest);
  expect(applied.code, applied.out + applied.err).toBe(0);

  const before = (await stack.run("stack", "export")).output;
  await api(emulator.url).change("images", { name: "images", rule: "/images/", ruleType: 0, weight: 99 });
  const drift = await run("drift", "--format", "markdown");
  expect(drift.code, drift.err).toBe(4);
  expect(drift.out).toContain("`weight` `20` → `99`");
  expect((await stack.run("stack", "export")).output).toBe(before);
  await api(emulator.url).change("images", { name: "images", rule: "/images/", ruleType: 0, weight: 20 });

  merge("second");
  const stale = await run("apply", ...policies(), "--review", join(second.artifact, "review.json"));
  expect(stale.code, stale.out).toBe(3);
  expect(stale.err).toContain("state: the stack was updated after the review");
  expect(stale.err).toContain("program: appeared: update cdn:RuleTemplate images");
  expect((await stack.run("stack", "export")).output).toBe(before);
  expect(emulator.platform.store.ruleTemplates.all().some((one) => one.name === "videos")).toBe(false);
});
