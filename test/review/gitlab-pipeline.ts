import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bash, type Job, type Ran } from "./job.ts";

const pipeline = fileURLToPath(new URL("../../examples/gitops/gitlab/.gitlab-ci.yml", import.meta.url));

/** Runs jobs of the GitLab pipeline by gitlab-ci-local, in a clone of the repository. */
export async function gitlabJob(
  names: readonly string[],
  { cwd, env }: Job,
  variables: Record<string, string>,
): Promise<Ran> {
  // A runner with the shell executor: without Docker there is no image.
  const text = readFileSync(pipeline, "utf8").replace("default:\n  image: node:24\n", "");
  writeFileSync(join(cwd, ".gitlab-ci.yml"), text);
  // It copies the sources for jobs in Docker in any case; a job of the shell executor runs in the clone itself.
  const tools = `${cwd}.tools`;
  mkdirSync(tools, { recursive: true });
  writeFileSync(join(tools, "rsync"), "#!/bin/sh\n", { mode: 0o755 });
  const bin = fileURLToPath(import.meta.resolve("gitlab-ci-local"));
  const given = Object.entries(variables).flatMap(([key, value]) => ["--variable", `${key}=${value}`]);
  const predefined = ["--ignore-predefined-vars", Object.keys(variables).join(",")];
  return bash(["-c", '"$@"', "-", process.execPath, bin, ...names, ...predefined, ...given], {
    cwd,
    env: { ...env, PATH: `${tools}:${env.PATH}` },
  });
}
