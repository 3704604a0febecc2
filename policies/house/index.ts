import type { About } from "../engine/rule.ts";
import type { Session } from "../engine/session.ts";
import { configuration } from "./configuration.ts";
import { notJudged } from "./not-judged.ts";
import { waivers } from "./waivers.ts";
import { waiversInForce } from "./waivers-in-force.ts";

/** Policies about the rules themselves, bound to what the policies of a process tell each other. */
export function house(session: Session) {
  return {
    waivers: waivers.bind(session),
    waiversInForce: waiversInForce.bind(session),
    notJudged: notJudged.bind(session),
    configuration: configuration.bind(session),
  };
}

/** What the policies of the house say of themselves. */
export const houseRules: readonly About[] = [waivers, notJudged, waiversInForce, configuration].map(
  (policy) => policy.about,
);
