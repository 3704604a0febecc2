import type { ResourceValidation, StackValidation } from "@pulumi/policy";
import type { RuleMetadata } from "../engine/rule.ts";
import type { Session } from "../engine/session.ts";

/** What a policy of the house does with resources and with the stack. */
export interface MetaPolicy {
  validateResource: ResourceValidation;
  validateStack: StackValidation;
}

/** A policy about the rules themselves; it works on what they have left in the session. */
export function metaPolicy(metadata: RuleMetadata, make: (session: Session) => MetaPolicy) {
  return { metadata, bind: (session: Session) => ({ metadata, policy: make(session) }) };
}
