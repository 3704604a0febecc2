/** Policies about the rules themselves: their configuration, waivers, and what was not evaluated. */
import type { RuleMetadata } from "../engine/rule.ts";
import type { Session } from "../engine/session.ts";
import { configuration } from "./configuration.ts";
import { notEvaluated, notJudged } from "./not-evaluated.ts";
import { waivers } from "./waivers.ts";
import { waiversInForce } from "./waivers-in-force.ts";

/** In the order in which the engine runs them: the first before all rules, the others after. */
export function metaPolicies(session: Session) {
  return [waivers, notJudged, notEvaluated, waiversInForce, configuration].map((policy) => policy.bind(session));
}

/** Metadata of these policies, without former names. */
export const metaRules: readonly RuleMetadata[] = [waivers, notEvaluated, waiversInForce, configuration].map(
  (policy) => policy.metadata,
);
