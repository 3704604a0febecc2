import type { ResourceValidation, StackValidation } from "@pulumi/policy";
import type { About } from "../engine/rule.ts";
import type { Session } from "../engine/session.ts";

/** What a policy of the house does with resources and with the stack. */
export interface HousePolicy {
  validateResource: ResourceValidation;
  validateStack: StackValidation;
}

/** A policy about the rules themselves; it works on what they have left in the session. */
export function housePolicy(about: About, make: (session: Session) => HousePolicy) {
  return { about, bind: (session: Session) => ({ about, policy: make(session) }) };
}
