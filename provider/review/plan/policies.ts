import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ReviewError } from "../model/errors.ts";
import type { Finding, Review } from "../model/schema.ts";

/** How the policies of a review are configured. */
export interface PolicyOptions {
  config: readonly string[];
  preset?: string;
  packs?: readonly string[];
}

/** What the package of the policies does for a review; `@cloudplatform/policies/cli` exports it as `forReview`. */
export interface PolicyReview {
  prepare(
    options: PolicyOptions & { stack: string; scratch: string },
  ): Promise<{ args: string[]; updateArgs: string[]; evaluate(eventLog: string): PolicyResult }>;
}

export interface PolicyResult {
  packs: Record<string, string>;
  /** Hash of the packs' files and configurations. */
  code?: string;
  findings: Finding[];
  waivers: string[];
  relaxed: string[];
  /** What failed beside the policies. */
  errors: string[];
}

interface Exports {
  forReview?: PolicyReview;
}

/**
 * The package of the policies, as this package or else the project finds it: where the command is that of the target branch, the
 * author of a change brings no policies of their own. It is loaded only here.
 */
async function loadPolicies(project: string): Promise<PolicyReview> {
  const specifier = "@cloudplatform/policies/cli";
  for (const from of [import.meta.filename, join(project, "package.json")]) {
    let file: string;
    try {
      file = createRequire(from).resolve(specifier);
    } catch {
      continue;
    }
    const loaded = (await import(pathToFileURL(file).href)) as Exports & { default?: Exports };
    const forReview = loaded.forReview ?? loaded.default?.forReview;
    if (forReview !== undefined) return forReview;
    throw new ReviewError(
      `The installed "@cloudplatform/policies" is too old for a review. Update it, or pass --no-policies.`,
      "CP4004",
    );
  }
  throw new ReviewError(
    'The package "@cloudplatform/policies" is not installed. Add it to the project (npm install --save-dev @cloudplatform/policies), or pass --no-policies.',
    "CP4004",
  );
}

/** Prepares the policies; a wrong configuration is the user's mistake, reported without a stack. */
export async function preparePolicies(
  project: string,
  options: Parameters<PolicyReview["prepare"]>[0],
): ReturnType<PolicyReview["prepare"]> {
  const policies = await loadPolicies(project);
  try {
    return await policies.prepare(options);
  } catch (error) {
    throw new ReviewError(error instanceof Error ? error.message : String(error), "CP4004");
  }
}

/** The part of a review that policies report. */
export function policiesOf(result: PolicyResult | undefined): Review["policies"] {
  if (result === undefined)
    return { packs: {}, findings: [], waivers: [], relaxed: ["policies were not evaluated (--no-policies)"] };
  const order = (finding: Finding) => JSON.stringify([finding.pack, finding.rule, finding.urn, finding.message]);
  const findings = [...result.findings].sort((a, b) => (order(a) < order(b) ? -1 : 1));
  return { packs: result.packs, findings, waivers: result.waivers, relaxed: result.relaxed };
}
