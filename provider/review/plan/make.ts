import { readFile } from "node:fs/promises";
import type { RunOptions } from "../../engine/backend/cli.ts";
import type { Usage } from "../cost/usage.ts";
import { ReviewError } from "../model/errors.ts";
import { commitOf, projectFolder, stackName } from "../model/project.ts";
import type { Review } from "../model/schema.ts";
import { type Built, build, buildReview } from "./build.ts";
import { type PolicyOptions, preparePolicies } from "./policies.ts";
import { inScratchFolder, type Preview, preview, previewRefresh } from "./preview.ts";
import { programCode } from "./program-code.ts";

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
export interface ReviewProgress {
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
export async function withReview<T>(options: ReviewOptions, action: (prepared: Prepared) => Promise<T>): Promise<T> {
  const folder = projectFolder(options.cwd);
  const run = runOptions(folder, options);
  options.progress?.step("reading the stack");
  const stack = await stackName(options.stack, run);
  return inScratchFolder(async (scratch) => {
    const policies =
      options.policies === undefined
        ? undefined
        : await preparePolicies(folder, { ...options.policies, stack, scratch });
    options.progress?.step("previewing the change");
    const previewed = await preview(stack, policies?.args ?? [], scratch, run);
    const material = {
      arguments: argumentsOf(options, stack),
      ...previewed,
      ...common(options, stack),
      kind: "change" as const,
      programCode: await programCode(folder, previewed.registrations),
      policies: policies?.evaluate(previewed.log),
      commit: await commitOf(folder),
    };
    options.progress?.step("comparing with the platform");
    const built = await build(material);
    options.progress?.end();
    return action({ ...built, preview: previewed, updateArguments: policies?.updateArgs ?? [], stack, run });
  }).finally(() => options.progress?.end());
}

/** Builds a drift report: what a refresh would change in state. Does not run the program and writes nothing. */
export async function driftReport(options: Omit<ReviewOptions, "policies" | "urls">): Promise<Review> {
  const folder = projectFolder(options.cwd);
  const run = runOptions(folder, options);
  options.progress?.step("reading the stack");
  const stack = await stackName(options.stack, run);
  return inScratchFolder(async (scratch) => {
    options.progress?.step("reading the platform");
    const refreshed = await previewRefresh(stack, scratch, run);
    const material = { ...refreshed, ...common({ ...options, urls: [] }, stack), kind: "drift" as const };
    options.progress?.step("comparing");
    return buildReview({ ...material, plan: undefined, policies: undefined, commit: await commitOf(folder) });
  }).finally(() => options.progress?.end());
}

/** Arguments with which `cloudplatform apply` makes the same review. */
function argumentsOf({ cwd, policies }: ReviewOptions, stack: string): string[] {
  return ["--stack", stack, ...(cwd === "." ? [] : ["--cwd", cwd]), ...policyArguments(policies)];
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

function runOptions(cwd: string, { environment, signal }: Pick<ReviewOptions, "environment" | "signal">): RunOptions {
  return { cwd, env: environment, signal };
}

function common({ urls, usage, environment, signal, lifetimeMs }: Omit<ReviewOptions, "policies">, stack: string) {
  return { stack, urls, usage, environment, signal, now: new Date(), lifetimeMs };
}

/** Reads sample URLs from a file, one per line. Empty lines and lines that begin with # are skipped. */
export async function urlsOf(file: string | undefined): Promise<string[]> {
  if (file === undefined) return [];
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new ReviewError(`The sample URLs could not be read from "${file}": ${error.message}`, "CP4005");
  });
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}
