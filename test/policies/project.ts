import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensurePulumi } from "../../tools/pulumi.mjs";
import { linkBuiltPackage } from "../helpers/built-package.ts";
import { keptNode } from "../helpers/kept-node/folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The result of a command. */
export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** A project with its own backend, in a temporary folder. */
export interface Project {
  readonly folder: string;
  pulumi(...args: string[]): Promise<Ran>;
  /** Runs `cloudplatform-policy`. */
  policy(...args: string[]): Promise<Ran>;
  /** Runs `cloudplatform-policy` without a backend, an API key or Pulumi credentials. */
  policyWithoutLogin(...args: string[]): Promise<Ran>;
  write(file: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

/** Opens a project, as a copy of an example if one is given. */
export async function openProject(example: string | undefined, url: string): Promise<Project> {
  const cli = await ensurePulumi({ log: () => undefined });
  // Inside the checkout, so that Node resolves the workspace's packages.
  const folder = join(root, "test/.stacks", randomUUID().slice(0, 8));
  await mkdir(join(folder, "backend"), { recursive: true });
  if (example !== undefined) await cp(join(root, "examples", example), folder, { recursive: true });
  await linkBuiltPackage(folder);
  const path = [keptNode(), cli.env.PATH].join(delimiter);
  const bare: NodeJS.ProcessEnv = { ...process.env, ...cli.env, PATH: path, PULUMI_SKIP_UPDATE_CHECK: "1" };
  for (const name of ["PULUMI_BACKEND_URL", "CLOUDPLATFORM_API_KEY", "CLOUDPLATFORM_BASE_URL"]) delete bare[name];
  delete bare.PULUMI_CONFIG_PASSPHRASE;
  const env = {
    ...bare,
    PULUMI_BACKEND_URL: `file://${join(folder, "backend")}`,
    PULUMI_CONFIG_PASSPHRASE: "test",
    CLOUDPLATFORM_BASE_URL: url,
    CLOUDPLATFORM_API_KEY: "local",
  };
  const main = join(root, "policies/dist/cli.mjs");
  const policy = (args: string[], given: NodeJS.ProcessEnv) => run(process.execPath, [main, ...args], folder, given);
  return {
    folder,
    pulumi: (...args) => run(cli.bin, [...args, "--non-interactive"], folder, env),
    policy: (...args) => policy(args, env),
    policyWithoutLogin: (...args) => policy(args, { ...bare, PULUMI_CREDENTIALS_PATH: folder }),
    write: (file, text) => writeFile(join(folder, file), text),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

function run(bin: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(bin, args, { cwd, env: { ...env, PWD: cwd }, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, stdout, stderr }));
  });
}
