import { dirname, resolve } from "node:path";
import { z } from "zod";
import { pulumi, type RunOptions, reasonOf } from "../../engine/backend/cli.ts";
import { findProjectFile, projectFiles, projectNameIn } from "../../pulumi/formats/project-file.ts";
import { ReviewError } from "./errors.ts";

export { projectFiles, projectNameIn };

/** The Pulumi project of a folder: its name, and the given folder or the nearest one above it. */
export function projectAt(folder: string): { project: string; folder: string } {
  const file = findProjectFile(resolve(folder));
  if (file !== undefined) return { project: projectNameIn(file) ?? "", folder: dirname(file) };
  throw new ReviewError(
    `There is no Pulumi.yaml in "${resolve(folder)}" or above. Name the project's folder with --cwd.`,
    "CP4001",
  );
}

/** The given stack, or the selected one. */
export async function stackName(wanted: string | undefined, options: RunOptions): Promise<string> {
  if (wanted !== undefined) return wanted;
  const ran = await pulumi(["stack", "--show-name"], options);
  const name = ran.stdout.trim();
  if (ran.code !== 0 || name === "")
    throw new ReviewError(
      `No stack is selected (${reasonOf(ran)}). Name it with --stack, and log in to its backend: pulumi login, or PULUMI_BACKEND_URL.`,
      "CP4001",
    );
  return name;
}

/** Advice for a stack that cannot be read. */
export const checkStack =
  "Check its name (pulumi stack ls), that you are logged in to its backend (pulumi login, or PULUMI_BACKEND_URL), and its passphrase (PULUMI_CONFIG_PASSPHRASE).";

/** Exports a stack's state with plaintext secrets: they are needed to redact texts, and to compare states by keyed hashes. */
export async function exportState(stack: string, options: RunOptions): Promise<string> {
  const ran = await pulumi(["stack", "export", "--stack", stack, "--show-secrets"], options);
  if (ran.code === 0) return ran.stdout;
  throw new ReviewError(`The stack "${stack}" could not be read: ${reasonOf(ran)}. ${checkStack}`, "CP4001");
}

const historySchema = z.array(
  z.looseObject({
    kind: z.string(),
    version: z.number(),
    startTime: z.string(),
    message: z.string().default(""),
    result: z.string().optional(),
  }),
);

type StackUpdate = z.output<typeof historySchema>[number];

/**
 * The last update of a stack, successful or not; undefined if there was none. `pulumi stack import` restores an earlier state
 * with its timestamp, but not the stack's history.
 */
export async function lastUpdate(stack: string, options: RunOptions): Promise<StackUpdate | undefined> {
  const page = ["--json", "--page-size", "1", "--page", "1"];
  const ran = await pulumi(["stack", "history", "--stack", stack, ...page], options);
  const history = ran.code === 0 ? historySchema.safeParse(parsedJson(ran.stdout)).data : undefined;
  if (history === undefined)
    throw new ReviewError(`The history of "${stack}" could not be read: ${reasonOf(ran)}. ${checkStack}`, "CP4001");
  return history[0];
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The current commit of the project's folder; undefined outside a repository. */
export async function commitOf(folder: string): Promise<string | undefined> {
  const { execFile } = await import("node:child_process");
  return new Promise((done) => {
    execFile("git", ["rev-parse", "HEAD"], { cwd: folder }, (error, stdout) =>
      done(error === null ? stdout.trim() || undefined : undefined),
    );
  });
}
