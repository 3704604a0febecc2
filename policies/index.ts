/** The rules as values, for packs of one's own, and what CI needs of them. */
export { configOf, configProblems } from "./config/parse.ts";
export { judgeResource, judgeStack, type Note, type StackView, type Verdict } from "./engine/judge.ts";
export { policiesOf } from "./engine/policies.ts";
export { type Prior, subjectsOfState } from "./engine/prior.ts";
export {
  type About,
  isStackRule,
  type ResourceRule,
  type Rule,
  resourceRule,
  type StackRule,
  stackRule,
} from "./engine/rule.ts";
export { Session } from "./engine/session.ts";
export { type Kind, kindOf, kinds, nameOf, type Subject } from "./engine/subject.ts";
export { unknown, withUnknowns } from "./engine/unknowns.ts";
export { covers, isExpired, type Waiver, waiver } from "./engine/waiver.ts";
export { houseRules } from "./house/index.ts";
export { rules } from "./rules/index.ts";
