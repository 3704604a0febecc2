import type { Origin } from "../../client/evidence/origin.ts";
import type { Properties } from "../../values/properties.ts";
import type { ShownFailure } from "./secrets.ts";

/** What the engine asks for, independent of the transport: bare values, with the places of their secrets beside them. */
export interface OperationRequest {
  /** Current URN of the resource; empty if the engine sends none. */
  urn: string;
  /** JSON pointers of the inputs that the program marks as secret; `*` is every element of a list. */
  secretPaths: readonly string[];
  /** Names of the settings that are secret. */
  secretSettings: readonly string[];
  /** The option `customTimeouts` of the operation. */
  timeoutMs?: number | undefined;
  /** Aborted on Ctrl-C. */
  signal: AbortSignal;
  /** Name of the provider that serves the resource, if known. */
  servedBy?: string | undefined;
  /** For a resource with the input `writeOnly`: the key of its values that are never stored. The key is in its inputs and outputs. */
  writeOnlyKey?: string | undefined;
}

/** A resource as the engine has it in state. */
export interface Deployed {
  id: string;
  /** Inputs of the last deployment. */
  declared: Properties;
  /** Outputs. */
  state: Properties;
  /** Where the object was created or last read. Undefined: an earlier release wrote the state, which does not say. */
  origin?: Origin | undefined;
  /** URN of the resource when its state was written, if the state says. */
  urnInState?: string | undefined;
}

export interface CheckRequest extends OperationRequest {
  inputs: Properties;
  /** Inputs of the last deployment; undefined: the resource is not in state. */
  declared: Properties | undefined;
  /** Id of the object that the program imports. */
  adopt: unknown;
  /** Id of an object that the engine imports itself. It has been read, and is in `declared`. */
  imported?: string | undefined;
}

/** Name of the provider of a resource without the option `provider`; the engine may append a version. */
export const defaultProvider = "default";

export interface CheckResult {
  inputs: Properties;
  /** Set if the inputs have `writeOnly`: the key of the stand-ins for their values. */
  writeOnlyKey?: string | undefined;
  /** JSON pointers of the inputs that are secret by the schema, or because a secret setting has filled them in. */
  secretPaths: readonly string[];
  failures: ShownFailure[];
}

export interface CreateRequest extends OperationRequest {
  inputs: Properties;
  adopt: unknown;
}

export interface ReadRequest extends OperationRequest {
  /** With empty values: the object is not in state, and must exist. */
  deployed: Deployed;
  /** The engine imports the object: what was read is in state before the program is checked. */
  isImport?: boolean;
  /** The object was imported and is read beside the program's declaration, which takes the place of a state: the two may differ. */
  isBeside?: boolean;
}

export interface ChangeRequest extends OperationRequest {
  inputs: Properties;
  deployed: Deployed;
  /** Id of the object that the program imports, if the engine does not import itself. */
  adopt?: unknown;
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
