import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { parseConfig } from "@cloudplatform/policies/config";
import type { Command } from "commander";
import { expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { buildProgram } from "../../provider/cli/program.ts";
import { workflowParser } from "../policies/workflow-parser.ts";
import { bot, type Comment, openForge } from "./forge.ts";

const run = promisify(execFile);
const folder = fileURLToPath(new URL("../../examples/gitops/", import.meta.url));
const textOf = (file: string) => readFileSync(join(folder, file), "utf8");
const workflows = ["review", "apply", "drift"].map((name) => `github/.github/workflows/${name}.yml`);
const pipelines = [...workflows, "gitlab/.gitlab-ci.yml"];

test.each(workflows)("GitHub's own parser finds nothing wrong with %s", async (file) => {
  const { NoOperationTraceWriter, parseWorkflow } = await workflowParser();
  const check = (content: string) =>
    parseWorkflow({ name: file, content }, new NoOperationTraceWriter()).context.errors.getErrors();
  expect(check(textOf(file))).toEqual([]);
  expect(check(textOf(file).replace("runs-on", "run-on"))).not.toEqual([]);
});

test.each(workflows)("%s pins its actions by commit, and writes nothing by default", (file) => {
  const uses = [...textOf(file).matchAll(/uses: \S+@(\S+)/g)];
  expect(uses.length).toBeGreaterThan(0);
  for (const [, version] of uses) expect(version).toMatch(/^[0-9a-f]{40}$/);
  expect(parse(textOf(file))).toMatchObject({ permissions: { contents: "read" } });
});

test("the job of a fork gets no secret and no right to write, and still checks the program", () => {
  const { jobs } = parse(textOf(workflows[0] ?? "")) as { jobs: Record<string, { if: string; permissions?: object }> };
  expect(jobs.change?.if).toContain("github.event.pull_request.head.repo.full_name == github.repository");
  expect(JSON.stringify(jobs.change)).toContain('test \\"$(jq -r .head.repo.full_name');
  expect(jobs.fork?.if).toBe(
    "github.event_name == 'pull_request' && github.event.pull_request.head.repo.full_name != github.repository",
  );
  expect(JSON.stringify(jobs.fork)).not.toMatch(/secrets\.|pull-requests/);
  expect(JSON.stringify(jobs.fork)).toContain("cloudplatform-policy check --cwd program --new-stack");
});

test("the program of a pull request never runs beside a token that can write", () => {
  const { jobs } = parse(textOf(workflows[0] ?? "")) as {
    jobs: Record<string, { permissions?: object; steps: object[] }>;
  };
  for (const { permissions, steps } of Object.values(jobs))
    if (JSON.stringify(steps).includes('"path":"program"'))
      expect(JSON.stringify(permissions ?? {})).not.toContain("write");
});

test.each(pipelines)("%s installs the pinned CLI wherever it runs a command", (file) => {
  const text = textOf(file);
  expect(text).toContain("PULUMI_VERSION: 3.259.0");
  const jobs = text.split(/^ {2}\w[\w-]*:\n {4}|^\w[\w-]*:\n {2}stage/m).filter((one) => /npx --no-install/.test(one));
  for (const job of jobs) expect(job).toMatch(/get\.pulumi\.com|\*pulumi/);
});

/** Lists a pipeline's jobs with gitlab-ci-local, which checks the pipeline against GitLab's schema first. */
async function gitlabJobs(text: string): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), "gitlab-"));
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
  const file = join(scratch, ".gitlab-ci.yml");
  writeFileSync(file, text);
  await run("git", ["init", "--quiet"], { cwd: scratch });
  await run("git", ["remote", "add", "origin", "https://gitlab.example/team/infrastructure.git"], { cwd: scratch });
  const bin = fileURLToPath(import.meta.resolve("gitlab-ci-local"));
  const { stdout } = await run(process.execPath, [bin, "--list-json"], { cwd: scratch });
  return stdout;
}

test("GitLab's schema finds nothing wrong with the pipeline", async () => {
  const text = textOf("gitlab/.gitlab-ci.yml");
  for (const job of ["review", "check-fork", "apply", "drift"]) expect(text).toContain(`\n${job}:\n`);
  await expect(gitlabJobs(text)).resolves.toBeDefined();
  await expect(gitlabJobs(text.replace("when: manual", "when: perhaps"))).rejects.toThrow();
});

/** Closes a schema: Kubernetes drops unknown fields, but here they are mistakes. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== "object") return schema;
  const below = Object.fromEntries(Object.entries(schema).map(([key, one]) => [key, closed(one)]));
  const isClosed = "properties" in schema && !("additionalProperties" in schema);
  return isClosed ? { ...below, additionalProperties: false } : below;
}

/** A field that version 2 of the operator adds. Its CRD is in no package registry. */
const addedByV2 = { serviceAccountName: { type: "string" } };

test("the operator's schema finds nothing wrong with the stack", () => {
  const { metadata: _, ...schema } = JSON.parse(
    readFileSync(new URL("./schemas/pulumi-stack.json", import.meta.url), "utf8"),
  );
  const { spec, ...properties } = schema.properties;
  const withV2 = { ...spec, properties: { ...spec.properties, ...addedByV2 } };
  const whole = { ...schema, properties: { ...properties, spec: withV2, metadata: {} } };
  const validator = z.fromJSONSchema(closed(whole) as z.core.JSONSchema.JSONSchema);
  const documents = parseAllDocuments(textOf("kubernetes-operator/stack.yaml")).map((one) => one.toJS());
  expect(documents.map(({ kind }) => kind)).toEqual(["ServiceAccount", "ClusterRoleBinding", "Stack"]);
  const [account, binding, stack] = documents;
  expect(binding.subjects).toMatchObject([{ name: account.metadata.name, namespace: stack.metadata.namespace }]);
  expect(stack.spec.serviceAccountName).toBe(account.metadata.name);
  expect(validator.safeParse(stack).error).toBeUndefined();
  expect(validator.safeParse({ ...stack, spec: { ...stack.spec, comit: "1" } }).success).toBe(false);
  expect(validator.safeParse({ ...stack, spec: { ...stack.spec, refresh: "yes" } }).success).toBe(false);
});

function commandNamed(name: string): Command {
  const terminal = { out: () => {}, err: () => {}, isInteractive: false, environment: {} };
  const program = buildProgram({ ...terminal, signal: new AbortController().signal }, () => {});
  const found = program.commands.find((one) => one.name() === name);
  if (found === undefined) throw new Error(`There is no command ${name}.`);
  return found;
}

test.each(pipelines)("%s calls commands and options that exist, of the installed package alone", (file) => {
  const calls = [...textOf(file).matchAll(/npx --no-install cloudplatform (\S+) ([^\n]*)/g)];
  expect(calls.length).toBeGreaterThan(0);
  for (const [, name = "", rest = ""] of calls) {
    for (const stacks of ["--stack prod", "--all-stacks"]) {
      const words = rest.replace(/\$(REVIEW_)?STACKS/, stacks).replaceAll('"', "");
      expect(commandNamed(name).parseOptions(words.trim().split(/\s+/))).toEqual({ operands: [], unknown: [] });
    }
  }
  expect(textOf(file)).not.toMatch(/npx (?!--no-install)/);
});

test("the example's configuration of policies is valid", () => {
  expect(() => parseConfig(JSON.parse(textOf("policies.json")), "policies.json")).not.toThrow();
});

async function discussion(comments: Comment[]) {
  const opened = await openForge(comments);
  onTestFinished(() => opened.close());
  return opened;
}

const marker = "<!-- cloudplatform-change shop/prod -->";

const systems = [
  [
    "GitHub",
    (url: string) => ({ GITHUB_API_URL: url, GITHUB_REPOSITORY: "team/infra", PULL_REQUEST: "7", GITHUB_TOKEN: "t" }),
    "/repos/team/infra/issues/7/comments",
    "PATCH",
    "/repos/team/infra/issues/comments/205",
  ],
  [
    "GitLab",
    (url: string) => ({ CI_API_V4_URL: url, CI_PROJECT_ID: "9", CI_MERGE_REQUEST_IID: "7", REVIEW_TOKEN: "t" }),
    "/projects/9/merge_requests/7/notes",
    "PUT",
    "/projects/9/merge_requests/7/notes/205",
  ],
] as const;

test.each(systems)(
  "the comment on %s is updated in place on any page, and created if there is none",
  async (_, env, list, update, comment) => {
    const scratch = mkdtempSync(join(tmpdir(), "comment-"));
    onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
    cpSync(join(folder, "comment.mjs"), join(scratch, "comment.mjs"));
    writeFileSync(join(scratch, "review.md"), `${marker}\n## Review\n`);
    // Another account has a comment that begins with the same marker.
    const others = Array.from({ length: 250 }, (_, id) => {
      const body = id === 205 || id === 3 ? `${marker}\nold` : "looks good";
      return { id, body, ...(id === 205 ? bot : { user: { login: "mallory" }, author: { id: 99 } }) };
    });
    const post = (url: string) => run(process.execPath, ["comment.mjs", "review.md"], { cwd: scratch, env: env(url) });
    const withEarlier = await discussion(others);
    await post(withEarlier.url);
    expect(withEarlier.written).toEqual([{ method: update, url: comment, body: `${marker}\n## Review\n` }]);
    const without = await discussion(others.slice(0, 200));
    await post(without.url);
    expect(without.written).toEqual([{ method: "POST", url: list, body: `${marker}\n## Review\n` }]);
    const stale = await discussion(others);
    for (let turn = 0; turn < 2; turn += 1)
      await run(process.execPath, ["comment.mjs", "--stale", "updated."], { cwd: scratch, env: env(stale.url) });
    const body = `${marker}\n> **Stale**: updated.\n\nold`;
    expect(stale.written).toEqual([{ method: update, url: comment, body }]);
  },
);

test.each(systems)("the issue of a drift on %s is opened, updated and closed, and no other one", async (_, env) => {
  const scratch = mkdtempSync(join(tmpdir(), "issue-"));
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
  const forge = await discussion([]);
  const find = async (drifted: number, level: string) => {
    writeFileSync(join(scratch, "review.json"), JSON.stringify({ counts: { drifted }, verdict: { level } }));
    writeFileSync(join(scratch, "review.md"), `${drifted} drifted`);
    await run(process.execPath, [join(folder, "comment.mjs"), "--drift", scratch], { env: env(forge.url) });
  };
  await find(0, "safe");
  expect(forge.issues).toEqual([]);
  forge.issues.push({ number: 99, title: "Drift on the platform, part 2", body: "", state: "open", comments: [] });
  await find(1, "attention");
  await find(2, "attention");
  expect(forge.issues.slice(1)).toMatchObject([{ body: "2 drifted", state: "open" }]);
  // The issue stays open, because a stack that could not be read may still have drifted.
  await find(0, "blocked");
  expect(forge.issues[1]).toMatchObject({ state: "open" });
  await find(0, "safe");
  expect(forge.issues.slice(1)).toMatchObject([{ state: "closed", comments: ["The drift has gone."] }]);
  expect(forge.issues[0]).toMatchObject({ body: "", state: "open", comments: [] });
});

test.each(systems)(
  "whether a commit is what was reviewed is reported on %s by the bot's comment alone",
  async (_, env) => {
    const forge = await discussion([
      { id: 1, body: `${marker}\nsha256:aa`, user: { login: "mallory" }, author: { id: 99 } },
      { id: 2, body: `${marker}\nsha256:bb`, ...bot },
    ]);
    const commit = "0123456789".repeat(4);
    Object.assign(forge.pulls[0] ?? {}, { state: "closed", merged: commit });
    const answer = async (...given: string[]) =>
      (await run(process.execPath, [join(folder, "comment.mjs"), "--reviewed", ...given], { env: env(forge.url) }))
        .stdout;
    expect(await answer("sha256:bb", commit)).toBe("This is the change that was reviewed in the pull request.\n");
    expect(await answer("sha256:aa", commit)).toContain("is **not** the change");
    expect(await answer("sha256:bb", commit.replace("0", "9"))).toContain("is **not** the change");
  },
);
