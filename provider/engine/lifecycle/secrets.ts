import { isDeepStrictEqual } from "node:util";
import { codedText } from "../../errors/index.ts";
import { pointerOf } from "../../values/json-pointer.ts";
import type { Properties } from "../../values/properties.ts";
import type { AnyHandler, CheckFailure } from "../handler/handler.ts";
import { OperationSecrets, programSecretPaths, schemaSecretPaths } from "../secrets/operation-secrets.ts";
import type { About } from "./operation-runner.ts";
import type { OperationRequest } from "./request.ts";
import { standInsOf } from "./write-only.ts";

/** Returns the secrets of an operation: none of its errors, reasons and check failures shows one. */
export function secretsOf(
  { handler, names }: { handler: AnyHandler; names: readonly string[] },
  { secretPaths, secretSettings, writeOnlyKey }: OperationRequest,
  { deployed, time, values = [] }: About,
): OperationSecrets {
  const given = writeOnlyKey === undefined ? [] : [time?.inputs, deployed?.declared, ...values];
  const notStored = given.flatMap((inputs) => standInsOf(inputs)).map(([place]) => place.map(String));
  const paths = [...schemaSecretPaths(handler.schema), ...programSecretPaths(secretPaths, names), ...notStored];
  // Most resources have no secrets: then their values need not be searched.
  if (paths.length === 0) return new OperationSecrets([], [], [], secretSettings);
  const state = deployed?.state ?? {};
  const earlier = Object.entries(handler.earlierInputs ?? {}).map(([output, input]) => ({ [input]: state[output] }));
  const declared = [...values, deployed?.declared].filter((value) => value !== undefined);
  return new OperationSecrets(paths, [...declared, ...earlier], [...declared, state], secretSettings);
}

/** A check failure as the engine may print it. */
export interface ShownFailure {
  property: string;
  /** Includes the code of the failure. */
  reason: string;
}

/**
 * Returns a failure as the engine may print it. Beside the name of an input the engine prints the value, secret or not. If the
 * value holds a secret, the name goes into the reason instead.
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

/** Returns the places of inputs that `check` has filled in from secret settings. The engine marks those that the program has set. */
export function filledPlaces(given: Properties, checked: Properties, secrets: OperationSecrets): string[] {
  const filled = Object.keys(checked).filter((name) => given[name] === undefined && checked[name] !== undefined);
  return filled.filter((name) => secrets.isSecretInput(name)).map((name) => pointerOf([name]));
}
