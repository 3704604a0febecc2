import type { ResourceValidation, StackValidation } from "@pulumi/policy";
import type { RuleMetadata } from "../engine/rule.ts";
import type { Session } from "../engine/session.ts";

/** How a policy about the rules validates resources and the stack. */
export interface MetaPolicy {
  validateResource: ResourceValidation;
  validateStack: StackValidation;
}

/** A policy about the rules themselves. It works on what the rules recorded in the session. */
export function metaPolicy(metadata: RuleMetadata, make: (session: Session) => MetaPolicy) {
  return { metadata, bind: (session: Session) => ({ metadata, policy: make(session) }) };
}
