/** The platform's client, usable without Pulumi. */

export { durationText, parseDuration } from "../values/index.ts";
export { type Client, type ClientOptions, createClient } from "./client.ts";
export {
  AbsentError,
  AnswerError,
  CancelledError,
  ConnectionError,
  DeadlineError,
  detailOf,
  getOrUndefined,
  IncompleteListError,
  InputError,
  InvalidResponseError,
  isNotFound,
  PlatformError,
  ReadOnlyError,
  RequestError,
  type RequestInfo,
  ResponseError,
  SettingsError,
  type SideEffect,
  TaskError,
  UnprovenAbsenceError,
} from "./errors.ts";
export type { CallOptions, OperationClient } from "./operation-client.ts";
export { perClient } from "./operation-client.ts";
export { Deadline, type Scope, scopeOf, sleep } from "./operation-scope.ts";
export type { WholeList } from "./read-list.ts";
export { isPlaceholder, readSettings, type Settings, type SettingsInput } from "./settings.ts";
export { SharedRead } from "./shared-read.ts";
export type { WaitOptions } from "./tasks/one-wait.ts";
export { pollPauseMs, waitForTasks } from "./tasks/wait-for-tasks.ts";
export { closePools, type Timeouts } from "./transport.ts";
