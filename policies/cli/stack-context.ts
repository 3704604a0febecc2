import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { CheckError } from "./error.ts";
import { pulumi, type Ran } from "./pulumi.ts";

/** Where a preview runs: a stack in the project's own backend, or a new stack in a temporary backend. */
interface StackContext {
  stack: string;
  /** Path of the Pulumi.yaml. */
  project: string;
  env: NodeJS.ProcessEnv;
  /** Additional arguments for the preview. */
  args: string[];
  notes: string[];
  close(): Promise<void>;
}

interface StackContextOptions {
  /** The stack (default: the selected one). */
  stack: string | undefined;
  /** The stack does not exist yet, so everything that the program declares is new. */
  isNew: boolean;
}

const placeholders = {
  CLOUDPLATFORM_API_KEY: { key: "cloudplatform:apiKey", value: "no-key-policy-check" },
  // The provider sends no requests to hosts under .invalid, so the preview does not wait for a platform.
  CLOUDPLATFORM_BASE_URL: { key: "cloudplatform:baseUrl", value: "https://platform.invalid" },
};

/** Finds the stack that a preview compares with. Throws if it cannot be read, unless the caller declares that there is none. */
export async function openStackContext(folder: string, { stack, isNew }: StackContextOptions): Promise<StackContext> {
  const project = projectFile(resolve(folder));
  const env: NodeJS.ProcessEnv = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "1" };
  // A file backend needs a passphrase even without secrets.
  if (env.PULUMI_CONFIG_PASSPHRASE === undefined && env.PULUMI_CONFIG_PASSPHRASE_FILE === undefined)
    env.PULUMI_CONFIG_PASSPHRASE = "";
  const context = isNew
    ? await newStack(folder, project, stack, env)
    : {
        project,
        stack: await existingStack(folder, project, stack, env),
        env,
        args: [],
        notes: [],
        close: async () => undefined,
      };
  const stackFile = join(dirname(project), `Pulumi.${context.stack.split("/").at(-1)}.yaml`);
  context.notes.push(...fillIn(context.env, await readFile(stackFile, "utf8").catch(() => "")));
  return context;
}

function projectFile(folder: string): string {
  const file = findProjectFile(folder);
  if (file !== undefined) return file;
  throw new CheckError(
    "There is no Pulumi.yaml in this folder or above. Name the project's folder with --cwd.",
    "CP5002",
  );
}

/** The Pulumi.yaml of a folder, or of the nearest folder above that has one. */
export function findProjectFile(folder: string): string | undefined {
  for (const name of ["Pulumi.yaml", "Pulumi.yml"]) if (existsSync(join(folder, name))) return join(folder, name);
  return dirname(folder) === folder ? undefined : findProjectFile(dirname(folder));
}

const nextSteps =
  "What the change deletes or replaces cannot be evaluated without it. Name the right stack and log in to its backend; or pass --new-stack where there is no stack yet.";

/** The stack in the configured backend. Verifies that its state can be read. */
async function existingStack(
  folder: string,
  project: string,
  wanted: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  if (!(await hasBackend(project, env)))
    throw new CheckError(
      `No stack could be read: no backend is configured, and nobody is logged in. ${nextSteps}`,
      "CP5002",
    );
  const stack = wanted ?? (await pulumi(["stack", "--show-name"], folder, env)).stdout.trim();
  if (stack === "") throw new CheckError(`No stack is selected. ${nextSteps}`, "CP5002");
  const exported = await pulumi(["stack", "export", "--stack", stack], folder, env);
  if (exported.code !== 0)
    throw new CheckError(
      `The stack "${stack}" could not be read: ${firstLine(exported.stderr || exported.stdout)} ${nextSteps}`,
      "CP5002",
    );
  return stack;
}

async function hasBackend(project: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  if ((env.PULUMI_BACKEND_URL ?? "") !== "") return true;
  if (/^backend:/m.test(await readFile(project, "utf8"))) return true;
  const home = env.PULUMI_HOME ?? join(homedir(), ".pulumi");
  const credentials = await readFile(join(env.PULUMI_CREDENTIALS_PATH ?? home, "credentials.json"), "utf8").catch(
    () => "{}",
  );
  return /"current":\s*"[^"]/.test(credentials);
}

/** Creates a stack in a temporary backend. */
async function newStack(
  folder: string,
  project: string,
  wanted: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<StackContext> {
  const backend = await mkdtemp(join(tmpdir(), "policy-check-"));
  await mkdir(join(backend, "backend"));
  const own = { ...env, PULUMI_BACKEND_URL: `file://${join(backend, "backend")}` };
  const stack = wanted?.split("/").at(-1) ?? "policy-check";
  // Creating a stack writes a salt into the project's Pulumi.<stack>.yaml; the project's file is restored afterwards.
  const file = join(dirname(project), `Pulumi.${stack}.yaml`);
  const before = await readFile(file, "utf8").catch(() => undefined);
  const remove = () => rm(backend, { recursive: true, force: true });
  let made: Ran;
  let salt: string;
  try {
    await rm(file, { force: true });
    made = await pulumi(["stack", "init", stack], folder, own);
    salt = await readFile(file, "utf8").catch(() => "");
  } finally {
    if (before === undefined) await rm(file, { force: true });
    else await writeFile(file, before);
  }
  if (made.code !== 0) {
    await remove();
    throw new CheckError(
      `The stack "${stack}" could not be created for the check: ${firstLine(made.stderr)}`,
      "CP5005",
    );
  }
  const config = join(backend, "config.yaml");
  const { text, hasSecrets } = withoutSecrets(before ?? "");
  await writeFile(config, `${salt}${text}`);
  const notes = ["Evaluated as a new stack (--new-stack): what a change replaces or deletes was not evaluated."];
  if (hasSecrets) notes.push(`Secrets of Pulumi.${stack}.yaml got placeholders: the new stack cannot decrypt them.`);
  return { project, stack, env: own, args: ["--config-file", config], notes, close: remove };
}

/** Adapts a stack's configuration for another stack: replaces secrets by placeholders, and drops the encryption key. */
function withoutSecrets(yaml: string): { text: string; hasSecrets: boolean } {
  const secret = /(:|-)[ \t]*(?:\r?\n[ \t]+)?secure:[ \t]*\S+[ \t]*$/gm;
  const text = yaml
    .replace(/^(encryptionsalt|secretsprovider|encryptedkey):.*\r?\n?/gm, "")
    .replace(secret, "$1 placeholder-of-the-policy-check");
  return { text, hasSecrets: yaml.search(secret) >= 0 };
}

function firstLine(text: string): string {
  const line = text.split("\n").find((one) => one.trim() !== "") ?? "no response";
  return `${line
    .trim()
    .replace(/^error: /, "")
    .replace(/\.$/, "")}.`;
}

/** Fills in settings that a preview requires. */
function fillIn(env: NodeJS.ProcessEnv, stackFile: string): string[] {
  const missing = Object.entries(placeholders).filter(([name, { key }]) => !env[name] && !stackFile.includes(key));
  for (const [name, { value }] of missing) env[name] = value;
  if (missing.length === 0) return [];
  const names = missing.map(([name]) => name).join(" and ");
  return [
    `${names} got a placeholder, because a preview needs them: what only the platform knows, such as prices, was not evaluated.`,
  ];
}
