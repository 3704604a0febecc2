import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { workflowParser } from "../policies/workflow-parser.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");
const manifest = JSON.parse(read("package.json")) as {
  scripts: Record<string, string>;
  devDependencies: Record<string, string>;
};

interface Workflow {
  jobs: Record<string, { strategy?: { matrix: Record<string, unknown[]> }; steps: { uses?: string; run?: string }[] }>;
}

/** Returns the npm commands in a script: test, ci and run. */
const npmCommands = (text: string) => text.match(/^ *npm (test|ci|run [\w:-]+.*)$/gm)?.map((line) => line.trim()) ?? [];

describe.each(globSync(".github/workflows/*.yml", { cwd: root }).map((file) => basename(file)))("%s", (name) => {
  const content = read(`.github/workflows/${name}`);
  const steps = Object.values((parse(content) as Workflow).jobs).flatMap((job) => job.steps);

  test("is understood by GitHub's own parser", async () => {
    const { NoOperationTraceWriter, parseWorkflow } = await workflowParser();
    const parsed = parseWorkflow({ name, content }, new NoOperationTraceWriter());
    expect(parsed.context.errors.getErrors()).toEqual([]);
  });

  test("pins actions by commit, and runs scripts that exist", () => {
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/);
    const scripts = steps.flatMap(({ run = "" }) => /^npm (?:run )?(test|[\w:-]+)$/.exec(run)?.[1] ?? []);
    for (const script of scripts) expect(["ci", ...Object.keys(manifest.scripts)]).toContain(script);
  });
});

describe("the workflow of tests", () => {
  const { jobs } = parse(read(".github/workflows/test.yml")) as Workflow;

  test("runs on Linux what CI runs, with each supported Node.js", () => {
    const commands = jobs.linux?.steps.flatMap(({ run = "" }) => npmCommands(run));
    expect(commands).toEqual(npmCommands(read(".ci/run")));
    const { engines } = JSON.parse(read("provider/package.json")) as { engines: { node: string } };
    const [, oldest] = /^>=(\d+)\./.exec(engines.node) ?? [];
    const newest = manifest.devDependencies.node?.split(".")[0];
    expect(jobs.linux?.strategy?.matrix.node).toEqual([Number(oldest), Number(newest)]);
  });

  test("runs the tests that need no CLI by the name of their project", () => {
    const commands = jobs["in-process"]?.steps.map(({ run }) => run);
    expect(commands).toContain("npx vitest run --project 'in-process*'");
    expect(read("vitest.config.ts")).toContain('name: "in-process"');
  });
});

test("a checkout has the same bytes on every system: tests compare generated files", () => {
  expect(read(".gitattributes")).toContain("* text=auto eol=lf");
  expect(read(".editorconfig")).toContain("end_of_line = lf");
});

test("the weekly updates leave out only packages that the project has", () => {
  const { updates } = parse(read(".github/dependabot.yml")) as {
    updates: {
      "package-ecosystem": string;
      schedule: { interval: string };
      ignore?: { "dependency-name": string }[];
    }[];
  };
  expect(updates.map((one) => one["package-ecosystem"])).toEqual(["npm", "github-actions", "devcontainers"]);
  for (const { schedule, ignore = [] } of updates) {
    expect(schedule.interval).toBe("weekly");
    for (const one of ignore) expect(Object.keys(manifest.devDependencies)).toContain(one["dependency-name"]);
  }
});

test("the dev container has the Node.js of the scripts", () => {
  const { image } = JSON.parse(read(".devcontainer/devcontainer.json")) as { image: string };
  expect(image).toContain(`javascript-node:${manifest.devDependencies.node?.split(".")[0]}-`);
});
