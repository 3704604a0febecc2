/** The kit for unit tests of programs. */

export type { Change, ChangeKind, PropertyChange } from "./changes.ts";
export { type Deployed, deploy, preview, type TestEmulator } from "./deploy.ts";
export { expectReplacesNothing, matchers } from "./matchers.ts";
export type { ConfigValue, DeployOptions, MockedResource, Mocks, Program } from "./options.ts";
export type { SentRequest } from "./platforms.ts";
export type { PolicyConfig, TestedPolicy, Violation } from "./policies.ts";
export type { Problem } from "./problems.ts";
export { DeployError, type DeployedResource } from "./result.ts";
export type { Message } from "./run.ts";
