/** The contract of the platform: schemas, limits and endpoints. No I/O, nothing of Pulumi. */
export { type CdnOptionName, cdnOptions } from "./cdn/options/index.ts";
export { timeOfDayText } from "./cdn/options/routing.ts";
export { type RuleTemplateBody, type RuleTemplateRecord, ruleTemplate, ruleTemplateBody } from "./cdn/rule-template.ts";
export type { Answer, Area, Call, Endpoint, Method } from "./endpoint.ts";
export { type EndpointId, type EndpointOf, endpoints } from "./endpoints.ts";
export { limits } from "./limits.ts";
export { type Camel, camel, child, fromWire, pathText, toWire, type UnknownKey, userPath } from "./naming.ts";
export { type Task, task, taskIds, taskStates } from "./tasks/task.ts";
export { defaultOf, descriptionOf, isOptional, type Traits, traits, traitsOf, unwrap } from "./traits.ts";
export { type Problem, problemsOf, problemText, rangeWords, unknownKeyText } from "./problems.ts";
