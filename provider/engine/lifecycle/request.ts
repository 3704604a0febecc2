import type { Origin } from "../../client/evidence/origin.ts";
import type { Properties } from "../../values/properties.ts";
import type { ShownFailure } from "./secrets.ts";

/** What the engine asks for, in a form that no transport is part of: bare values, with their secrets named beside them. */
export interface OperationRequest {
  /** URN of the resource now; empty where the engine sends none. */
  urn: string;
  /** JSON pointers of the inputs that the program calls secret; `*` is every element of a list. */
  secretPaths: readonly string[];
  /** Names of the settings that are secret. */
  secretSettings: readonly string[];
  /** The option `customTimeouts` of the operation. */
  timeoutMs?: number | undefined;
  /** Aborted on Ctrl-C. */
  signal: AbortSignal;
  /** Name of the provider that serves the resource; undefined: not known. */
  servedBy?: string | undefined;
  /** Of a resource with the input `writeOnly`: the key of its values that are never stored. It is in its inputs and outputs. */
  writeOnlyKey?: string | undefined;
}

/** A resource as the engine has it in state. */
export interface Deployed {
  id: string;
  /** Inputs of the last deployment. */
  declared: Properties;
  /** Outputs. */
  state: Properties;
  /** Where it was made or read last; undefined: by an earlier release, which did not say. */
  origin?: Origin | undefined;
  /** URN that it had when its state was written, where the state says. */
  urnInState?: string | undefined;
}

export interface CheckRequest extends OperationRequest {
  inputs: Properties;
  /** Inputs of the last deployment; undefined: nothing is in state. */
  declared: Properties | undefined;
  /** Id of the object that the program imports. */
  adopt: unknown;
  /** Id of an object that the engine imports itself; it has been read, and stands in `declared`. */
  imported?: string | undefined;
}

/** Name of the provider that serves a resource without the option `provider`; the engine may append a version. */
export const defaultProvider = "default";

export interface CheckResult {
  inputs: Properties;
  /** Where the inputs say `writeOnly`; what stands for their values was made by it. */
  writeOnlyKey?: string | undefined;
  /** JSON pointers of those that are secret by the schema or by a setting that has filled them in. */
  secretPaths: readonly string[];
  failures: ShownFailure[];
}

export interface CreateRequest extends OperationRequest {
  inputs: Properties;
  adopt: unknown;
}

export interface ReadRequest extends OperationRequest {
  /** With empty values: nothing is in state of it, and it must exist. */
  deployed: Deployed;
  /** The engine imports it: what was read is in state before the program is checked. */
  isImport?: boolean;
  /** It was imported, and is read beside what the program declares, which stands here for a state: the two may differ. */
  isBeside?: boolean;
}

export interface ChangeRequest extends OperationRequest {
  inputs: Properties;
  deployed: Deployed;
}

/** A resource after an operation. */
export interface Result {
  id: string;
  inputs: Properties;
  state: Properties;
  /** JSON pointers of the outputs that are secret. */
  secretPaths: readonly string[];
  origin: Origin | undefined;
  writeOnlyKey?: string | undefined;
}

/** A resource as it was read. */
export interface ReadResult extends Result {
  /** JSON pointers of the inputs that are secret. */
  inputSecretPaths: readonly string[];
}
