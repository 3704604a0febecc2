import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { detailOf } from "../../client/errors.ts";
import { ReviewError } from "../model/errors.ts";
import type { Finding, Review } from "../model/schema.ts";

/** Policy configuration of a review. */
export interface PolicyOptions {
  config: readonly string[];
  preset?: string;
  packs?: readonly string[];
}

/** The interface of the policy package; `@cloudplatform/policies/cli` exports it as `forReview`. */
interface PolicyReview {
  prepare(
    options: PolicyOptions & { stack: string; scratch: string },
  ): Promise<{ args: string[]; updateArgs: string[]; evaluate(eventLog: string): PolicyResult }>;
}

export interface PolicyResult {
  packs: Record<string, string>;
  /** Hash of the files and configurations of the packs. */
  code?: string;
  findings: Finding[];
  waivers: string[];
  relaxed: string[];
  /** Failures other than policy violations. */
  errors: string[];
}

interface Exports {
  forReview?: PolicyReview;
}

/**
 * Loads the policy package, resolved from this package first and then from the project: if the command belongs to the target
 * branch, the author of a change cannot bring their own policies. Only this function loads it.
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

/** Prepares the policies. An invalid configuration is the user's mistake and is reported without a stack trace. */
export async function preparePolicies(
  project: string,
  options: Parameters<PolicyReview["prepare"]>[0],
): ReturnType<PolicyReview["prepare"]> {
  const policies = await loadPolicies(project);
  try {
    return await policies.prepare(options);
  } catch (error) {
    throw new ReviewError(detailOf(error), "CP4004");
  }
}

/** The policy section of a review. */
export function policiesOf(result: PolicyResult | undefined): Review["policies"] {
  if (result === undefined)
    return { packs: {}, findings: [], waivers: [], relaxed: ["policies were not evaluated (--no-policies)"] };
  const order = (finding: Finding) => JSON.stringify([finding.pack, finding.rule, finding.urn, finding.message]);
  const findings = [...result.findings].sort((a, b) => (order(a) < order(b) ? -1 : 1));
  return { packs: result.packs, findings, waivers: result.waivers, relaxed: result.relaxed };
}
