import type { RunOptions } from "../../engine/backend/cli.ts";
import { folderHash } from "../../values/index.ts";
import type { Usage } from "../cost/usage.ts";
import { commitOf, projectAt, stackName } from "../model/project.ts";
import type { Registrations } from "../model/registrations.ts";
import type { Review } from "../model/schema.ts";
import { readUserText } from "../model/user-file.ts";
import { type Built, build, buildReview } from "./build.ts";
import { type PolicyOptions, preparePolicies } from "./policies.ts";
import { inScratchFolder, type Preview, preview, previewRefresh } from "./preview.ts";

export interface ReviewOptions {
  cwd: string;
  stack?: string;
  /** Undefined: no policies. */
  policies: PolicyOptions | undefined;
  /** Sample URLs. */
  urls: readonly string[];
  /** Expected nodes of autoscaled pools. */
  usage?: Usage | undefined;
  lifetimeMs: number;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
  progress?: ReviewProgress;
}

/** Reports the progress of a review. */
interface ReviewProgress {
  step(name: string): void;
  end(): void;
}

/** A review with what an update is bound to. The files are deleted when the action of `withReview` ends. */
export interface Prepared extends Built {
  preview: Preview;
  /** Arguments for the policies that the update enforces. */
  updateArguments: readonly string[];
  stack: string;
  run: RunOptions;
}

/** Previews, builds the review, and passes it to `action` while the plan file exists. */
export function withReview<T>(options: ReviewOptions, action: (prepared: Prepared) => Promise<T>): Promise<T> {
  const { cwd, progress } = options;
  return inStack(options, async ({ project, folder, stack, run, scratch }) => {
    const policies =
      options.policies === undefined
        ? undefined
        : await preparePolicies(folder, { ...options.policies, stack, scratch });
    progress?.step("previewing the change");
    const previewed = await preview(stack, policies?.args ?? [], scratch, run);
    const programCode = await codeOf(folder, previewed.registrations);
    const commit = await commitOf(folder);
    progress?.step("comparing with the platform");
    const built = await build({
      ...{ ...options, ...previewed, kind: "change", project, stack, programCode, commit, now: new Date() },
      arguments: ["--stack", stack, ...(cwd === "." ? [] : ["--cwd", cwd]), ...policyArguments(options.policies)],
      policies: policies?.evaluate(previewed.log),
    });
    progress?.end();
    return action({ ...built, preview: previewed, updateArguments: policies?.updateArgs ?? [], stack, run });
  });
}

/** Builds a drift report: what a refresh would change in state. Does not run the program and writes nothing. */
export function driftReport(options: Omit<ReviewOptions, "policies" | "urls">): Promise<Review> {
  return inStack(options, async ({ project, folder, stack, run, scratch }) => {
    options.progress?.step("reading the platform");
    const refreshed = await previewRefresh(stack, scratch, run);
    const commit = await commitOf(folder);
    options.progress?.step("comparing");
    const absent = { plan: undefined, policies: undefined, urls: [] };
    return buildReview({ ...options, ...refreshed, ...absent, kind: "drift", project, stack, commit, now: new Date() });
  });
}

/** The stack that a review is about. */
interface Place {
  project: string;
  /** Folder of the project. */
  folder: string;
  stack: string;
  run: RunOptions;
  /** Folder for files of the engine, deleted when the action ends. */
  scratch: string;
}

async function inStack<T>(
  { cwd, stack: name, environment: env, signal, progress }: Omit<ReviewOptions, "policies" | "urls">,
  action: (place: Place) => Promise<T>,
): Promise<T> {
  const { project, folder } = projectAt(cwd);
  const run = { cwd: folder, env, signal };
  progress?.step("reading the stack");
  const stack = await stackName(name, run);
  return inScratchFolder((scratch) => action({ project, folder, stack, run, scratch })).finally(() => progress?.end());
}

/** Command-line arguments for the policies of a review. */
export function policyArguments(policies: PolicyOptions | undefined): string[] {
  if (policies === undefined) return ["--no-policies"];
  const { config, preset, packs = [] } = policies;
  return [
    ...(preset === undefined ? [] : ["--preset", preset]),
    ...(config.length === 0 ? [] : ["--config", ...config]),
    ...(packs.length === 0 ? [] : ["--pack", ...packs]),
  ];
}

/** Source files of the languages that Pulumi runs, and lock files that pin package versions. */
const source =
  /\.([cm]?[jt]sx?|py|go|cs|fs|vb|java|kt|scala|ya?ml)$|(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|uv\.lock|poetry\.lock|requirements\.txt|go\.sum)$/;

/**
 * Hash of the program, if it has code that runs during the update and that the plan does not contain: hooks, and transforms of
 * options that the plan lacks. Other programs are bound by what they register.
 */
async function codeOf(folder: string, { isTransformed, hasHooks }: Registrations): Promise<string | undefined> {
  if (!isTransformed && !hasHooks) return undefined;
  const hash = await folderHash(folder, (file) => source.test(file));
  return `sha256:${hash.slice(0, 16)}`;
}

/** Reads sample URLs from a file, one per line. Empty lines and lines that begin with # are skipped. */
export async function urlsOf(file: string | undefined): Promise<string[]> {
  if (file === undefined) return [];
  const text = await readUserText("The sample URLs", file);
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}
