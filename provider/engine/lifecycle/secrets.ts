import { isDeepStrictEqual } from "node:util";
import { codedText } from "../../errors/index.ts";
import { pointerOf } from "../../values/json-pointer.ts";
import type { Properties } from "../../values/properties.ts";
import type { AnyHandler, CheckFailure } from "../handler/handler.ts";
import { OperationSecrets, programSecretPaths, schemaSecretPaths } from "../secrets/operation-secrets.ts";
import type { About } from "./operation-runner.ts";
import type { OperationRequest } from "./request.ts";
import { standInsOf } from "./write-only.ts";

/** The secrets of an operation: no error, reason or check failure of it shows one. */
export function secretsOf(
  { handler, names }: { handler: AnyHandler; names: readonly string[] },
  { secretPaths, secretSettings, writeOnlyKey }: OperationRequest,
  { deployed, time, values = [] }: About,
): OperationSecrets {
  const given = writeOnlyKey === undefined ? [] : [time?.inputs, deployed?.declared, ...values];
  const notStored = given.flatMap((inputs) => standInsOf(inputs)).map(([place]) => place.map(String));
  const paths = [...schemaSecretPaths(handler.schema), ...programSecretPaths(secretPaths, names), ...notStored];
  // Most resources have none: then their values need not be looked through.
  if (paths.length === 0) return new OperationSecrets([], [], [], secretSettings);
  const state = deployed?.state ?? {};
  const earlier = Object.entries(handler.earlierInputs ?? {}).map(([output, input]) => ({ [input]: state[output] }));
  const declared = [...values, deployed?.declared].filter((value) => value !== undefined);
  return new OperationSecrets(paths, [...declared, ...earlier], [...declared, state], secretSettings);
}

/** A check failure as the engine may print it. */
export interface ShownFailure {
  property: string;
  /** With the code of the failure. */
  reason: string;
}

/**
 * A failure as the engine may print it. Beside the name of an input the engine prints its value, secret or not; where the
 * value holds a secret, the name goes into the reason.
 */
export function shownFailure(
  { property, reason, code }: CheckFailure,
  inputs: Properties,
  secrets: OperationSecrets,
): ShownFailure {
  const value = inputs[property];
  const text = codedText(reason, code);
  const isPrinted = value !== undefined && !isDeepStrictEqual(secrets.shown([property], value), value);
  return isPrinted
    ? { property: "", reason: secrets.redact(`${property} ${text}`) }
    : { property: secrets.redact(property), reason: secrets.redact(text) };
}

/** Places of inputs that `check` has filled in from secret settings. The engine marks those that the program has given. */
export function filledPlaces(given: Properties, checked: Properties, secrets: OperationSecrets): string[] {
  const filled = Object.keys(checked).filter((name) => given[name] === undefined && checked[name] !== undefined);
  return filled.filter((name) => secrets.isSecretInput(name)).map((name) => pointerOf([name]));
}
