import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { ensurePulumi } from "../../tools/pulumi.mjs";
import { withoutPreload } from "./environment.ts";
import type { Installed } from "./installed.ts";
import { packageJson, pulumiYaml } from "./templates.ts";

/** Returns the environment of a user's shell: no preloaded modules, and `home` as the Pulumi home with logs. */
export async function usersEnvironment(home: string): Promise<NodeJS.ProcessEnv> {
  const cli = await ensurePulumi({ log: () => undefined });
  return {
    ...withoutPreload(),
    ...cli.env,
    PATH: [dirname(cli.bin), cli.env.PATH].join(delimiter),
    // Unset the variables that the test setup sets, except the compile cache, which the launcher sets for users, too, and which only
    // affects speed.
    GOGC: undefined,
    GOMEMLIMIT: undefined,
    CLOUDPLATFORM_INTENT_DIR: undefined,
    CLOUDPLATFORM_AMBIGUITY_TIMEOUT_SECONDS: undefined,
    PULUMI_HOME: home,
    PULUMI_CONFIG_PASSPHRASE: "test",
    PULUMI_SKIP_UPDATE_CHECK: "1",
  };
}

/** Result of a command. */
export interface Ended {
  code: number;
  stdout: string;
  /** Combined output. */
  output: string;
}

/** A user's project with its own state. */
export interface UsersProject {
  readonly folder: string;
  readonly bin: string;
  readonly env: NodeJS.ProcessEnv;
  pulumi(...args: string[]): Promise<Ended>;
  /** Runs the command `cloudplatform` of the installed package. */
  cloudplatform(...args: string[]): Promise<Ended>;
}

export interface UsersProjectOptions {
  name: string;
  url: string;
  files: Readonly<Record<string, string>>;
  /** Whether the project file refers to the package's native plugin. */
  isNative?: boolean;
}

const plugins = `plugins:
  providers:
    - name: cloudplatform
      path: ../node_modules/@cloudplatform/pulumi/plugin
`;

/** Creates a project next to installed packages, with the stack `test`. */
export async function usersProject(installed: Installed, options: UsersProjectOptions): Promise<UsersProject> {
  const { name, url, files, isNative = false } = options;
  const folder = installed.project(name, {
    "Pulumi.yaml": `${pulumiYaml(name, false)}${isNative ? plugins : ""}`,
    "package.json": packageJson("module", "index.js"),
    ...files,
  });
  const backend = join(folder, "backend");
  mkdirSync(backend);
  const { bin } = await ensurePulumi({ log: () => undefined });
  const env = {
    ...(await usersEnvironment(join(folder, "home"))),
    PULUMI_BACKEND_URL: `file://${backend}`,
    CLOUDPLATFORM_BASE_URL: url,
    CLOUDPLATFORM_API_KEY: "local",
  };
  const run = (file: string, args: string[]) =>
    new Promise<Ended>((resolve) => {
      execFile(file, args, { cwd: folder, env }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, output: stdout + stderr }),
      );
    });
  const command = join(installed.folder, "node_modules/@cloudplatform/pulumi/bin/cloudplatform.js");
  const project: UsersProject = {
    ...{ folder, bin, env },
    pulumi: (...args) => run(bin, [...args, "--non-interactive"]),
    cloudplatform: (...args) => run(process.execPath, [command, ...args]),
  };
  const { code, output } = await project.pulumi("stack", "init", "test");
  if (code !== 0) throw new Error(output);
  return project;
}
