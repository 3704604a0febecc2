/** The rules as values, for use in your own packs, and what CI needs of them. */
export { configOf, configProblems } from "./config/rule-parameters.ts";
export type { Controls } from "./engine/controls.ts";
export {
  evaluateResource,
  evaluateStack,
  type RuleMessage,
  type RuleResult,
  type StackView,
} from "./engine/evaluate.ts";
export { policiesOf } from "./engine/policies.ts";
export { type PreviousState, resourcesOfState } from "./engine/previous-state.ts";
export { type Kind, kindOf, kinds, nameOf, type Part, type PlatformResource } from "./engine/resource.ts";
export {
  isStackRule,
  type ResourceRule,
  type Rule,
  type RuleMetadata,
  resourceRule,
  type StackRule,
  stackRule,
} from "./engine/rule.ts";
export { withParts } from "./engine/rules-as-resources.ts";
export { Session } from "./engine/session.ts";
export { unknown, withUnknowns } from "./engine/unknowns.ts";
export { covers, isExpired, type Waiver, waiver } from "./engine/waiver.ts";
export { metaRules } from "./meta/index.ts";
export { rules } from "./rules/index.ts";
