import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bash, type Job, type Ran } from "./job.ts";

const pipeline = fileURLToPath(new URL("../../examples/gitops/gitlab/.gitlab-ci.yml", import.meta.url));

/** Runs jobs of the GitLab pipeline with gitlab-ci-local, in a clone of the repository. */
export async function gitlabJob(
  names: readonly string[],
  { cwd, env }: Job,
  variables: Record<string, string>,
): Promise<Ran> {
  // Uses the shell executor, which has no image.
  const text = readFileSync(pipeline, "utf8").replace("default:\n  image: node:24\n", "");
  writeFileSync(join(cwd, ".gitlab-ci.yml"), text);
  // gitlab-ci-local always copies the sources for Docker jobs. Shell jobs run in the clone, so a no-op `rsync` is enough.
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
