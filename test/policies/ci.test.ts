import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { checkOptions, commandLine } from "@cloudplatform/policies/cli";
import { parseConfig } from "@cloudplatform/policies/config";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { workflowParser } from "./workflow-parser.ts";

const folder = fileURLToPath(new URL("../../examples/ci/", import.meta.url));
const textOf = (file: string) => readFileSync(`${folder}${file}`, "utf8");

const files = [
  "github/.github/workflows/policies.yml",
  "gitlab/.gitlab-ci.yml",
  "azure/azure-pipelines.yml",
  "circleci/.circleci/config.yml",
  "jenkins/Jenkinsfile",
];

describe.each(files)("%s", (file) => {
  const commands = [...textOf(file).matchAll(/npx --no-install cloudplatform-policy ([^\n'>]+)/g)].map(
    (match) => match[1] ?? "",
  );

  test("calls the current command line with a valid configuration", async () => {
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) {
      let options: unknown;
      const program = commandLine(async (given) => {
        options = given;
      });
      await program.parseAsync(command.trim().split(/\s+/), { from: "user" });
      const { config, preset } = checkOptions.parse(options);
      expect(preset).toBe("production");
      for (const one of config) expect(() => parseConfig(JSON.parse(textOf(one)), one)).not.toThrow();
    }
  });
});

test.each(files)("%s runs the installed command only, once for each kind of change", (file) => {
  expect(textOf(file)).not.toMatch(/npx (?!--no-install)/);
});

test("GitHub's workflow pins its actions by commit and gives forks no secret", () => {
  const text = textOf("github/.github/workflows/policies.yml");
  for (const [, version] of text.matchAll(/uses: \S+@(\S+)/g)) expect(version).toMatch(/^[0-9a-f]{40}$/);
  const { jobs } = parse(text) as { jobs: { check: { steps: { name?: string; if?: string; env?: object }[] } } };
  for (const step of jobs.check.steps.filter((one) => JSON.stringify(one.env ?? {}).includes("secrets.")))
    expect(step.if).toContain("head.repo.full_name == github.repository");
});

test("GitHub's own parser finds nothing wrong with the workflow", async () => {
  const { NoOperationTraceWriter, parseWorkflow } = await workflowParser();
  const check = (content: string) =>
    parseWorkflow({ name: "policies.yml", content }, new NoOperationTraceWriter()).context.errors.getErrors();
  const content = textOf("github/.github/workflows/policies.yml");
  expect(check(content)).toEqual([]);
  expect(check(content.replace("runs-on", "run-on"))).not.toEqual([]);
});

test("GitLab's pipeline has the form that its reference describes", () => {
  const job = z.strictObject({
    image: z.string(),
    timeout: z.string().regex(/^\d+ minutes$/),
    rules: z.array(z.strictObject({ if: z.string().regex(/^\$CI_[A-Z_]+ == "[a-z_]+"$/) })),
    cache: z.strictObject({ key: z.strictObject({ files: z.array(z.string()).max(2) }), paths: z.array(z.string()) }),
    script: z.array(z.string()).min(1),
    artifacts: z.strictObject({ when: z.enum(["always"]), reports: z.strictObject({ junit: z.string() }) }),
  });
  expect(z.record(z.string(), job).safeParse(parse(textOf("gitlab/.gitlab-ci.yml"))).error).toBeUndefined();
});

test("Azure's pipeline has the form that its reference describes", () => {
  const step = z.union([
    z.strictObject({
      script: z.string(),
      displayName: z.string().optional(),
      env: z.record(z.string(), z.string()).optional(),
    }),
    z.strictObject({
      task: z.string().regex(/^\w+@\d+$/),
      condition: z.string().optional(),
      inputs: z.record(z.string(), z.string()),
    }),
  ]);
  const form = z.strictObject({
    trigger: z.literal("none"),
    pr: z.strictObject({ branches: z.strictObject({ include: z.array(z.string()) }) }),
    pool: z.strictObject({ vmImage: z.string() }),
    jobs: z.array(z.strictObject({ job: z.string(), timeoutInMinutes: z.int(), steps: z.array(step) })),
  });
  expect(form.safeParse(parse(textOf("azure/azure-pipelines.yml"))).error).toBeUndefined();
});

test("CircleCI's configuration has the form that its reference describes", () => {
  const run = z.union([z.string(), z.strictObject({ name: z.string(), command: z.string() })]);
  const step = z.union([
    z.literal("checkout"),
    z.strictObject({ run }),
    z.strictObject({ store_test_results: z.strictObject({ path: z.string() }) }),
  ]);
  const job = z.strictObject({ docker: z.array(z.strictObject({ image: z.string() })), steps: z.array(step) });
  const form = z.strictObject({
    version: z.literal(2.1),
    jobs: z.record(z.string(), job),
    workflows: z.record(z.string(), z.strictObject({ jobs: z.array(z.string()) })),
  });
  const parsed = form.parse(parse(textOf("circleci/.circleci/config.yml")));
  const known = Object.keys(parsed.jobs);
  for (const { jobs } of Object.values(parsed.workflows)) expect(known).toEqual(expect.arrayContaining(jobs));
});
