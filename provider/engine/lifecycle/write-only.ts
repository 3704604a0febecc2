import { isDeepStrictEqual } from "node:util";
import type { SettingsSource } from "../../client/configured-client.ts";
import { isUnknown, knownFields, pathText } from "../../schema/index.ts";
import type { Properties } from "../../values/properties.ts";
import { isStandIn } from "../../values/stand-in.ts";
import type { AnyHandler, CheckFailure } from "../handler/handler.ts";
import { type OperationSecrets, schemaSecretPaths, writeOnlyPaths } from "../secrets/operation-secrets.ts";
import { newWriteOnlyKey, type WriteOnlyValues, writeOnlyValues } from "../secrets/write-only-values.ts";
import type { About } from "./operation-runner.ts";
import type { CheckRequest, OperationRequest } from "./request.ts";

type Place = readonly PropertyKey[];
type Path = readonly string[];

/*
 * The input `writeOnly`: values that are never stored. `check` replaces each value with a stand-in, and keeps the values for the
 * operation of the same run. Handlers see values only; everything that leaves the engine passes `storedForm`.
 */

/** Whether a resource keeps its secrets out of state. A preview may not know yet, and stores nothing then. */
export function isWriteOnly({ writeOnly }: Properties): boolean {
  return writeOnly === true || isUnknown(writeOnly);
}

/** Returns the write-only values of the resource that an operation is about. */
export function valuesOf({ writeOnlyKey }: OperationRequest, { deployed, time }: About): WriteOnlyValues | undefined {
  if (writeOnlyKey !== undefined) return writeOnlyValues(writeOnlyKey);
  // The state lacks its key, but what is read must still not get into it.
  const declared = [deployed?.declared, time?.inputs];
  return declared.some((one) => one !== undefined && isWriteOnly(one))
    ? writeOnlyValues(newWriteOnlyKey("", undefined))
    : undefined;
}

/** Returns properties with the values that this run was given in place of their stand-ins. */
export function revealed<T>(properties: T, key: string | undefined): T {
  return key === undefined ? properties : writeOnlyValues(key).reveal(properties);
}

/** Keeps the values of a check for the operation. Returns the last inputs with those values that have not changed. */
export function keepValues(
  { schema }: AnyHandler,
  { urn, inputs, declared }: CheckRequest,
  secrets: OperationSecrets,
): Properties | undefined {
  const { writeOnly } = secrets;
  if (writeOnly === undefined) return declared;
  writeOnly.await(urn);
  mapValues(inputs, writeOnlyPaths(schema), (text, place) => (secrets.hides(place) ? writeOnly.keep(text) : text));
  return declared && writeOnly.reveal(declared);
}

/** Shorter texts are in too many settings. */
const minReportedLength = 6;

/** Returns a warning if Pulumi itself stores a value, because it takes the whole configuration for that of a dynamic provider. */
export function configuredText(
  { schema }: AnyHandler,
  { inputs }: CheckRequest,
  secrets: OperationSecrets,
  configuration: SettingsSource | undefined,
): string | undefined {
  if (!isWriteOnly(inputs) || configuration?.holds === undefined) return undefined;
  const places: string[] = [];
  mapValues(inputs, writeOnlyPaths(schema), (value, place) => {
    if (secrets.hides(place) && value.length >= minReportedLength && configuration.holds?.(value) === true)
      places.push(pathText([...place]));
    return value;
  });
  if (places.length === 0) return undefined;
  return `${places.join(" and ")} ${places.length === 1 ? "is" : "are"} in the stack's configuration, which Pulumi stores in the state, encrypted, for its dynamic providers. To keep ${places.length === 1 ? "it" : "them"} out of the state, give all resources of this package an explicit Provider, use the native provider, or take the value from elsewhere, such as an environment variable.`;
}

/** Returns the inputs that `check` returns and state has. */
export function checkedInputs({ schema }: AnyHandler, inputs: Properties, secrets: OperationSecrets): Properties {
  const { writeOnly } = secrets;
  if (writeOnly === undefined || !isWriteOnly(inputs)) return inputs;
  return mapValues(inputs, writeOnlyPaths(schema), (text, place) =>
    secrets.hides(place) ? writeOnly.standInOf(text) : text,
  );
}

/**
 * Returns what was read or done as it is stored. Values that the schema calls secret are replaced. If the program hides one of
 * the other texts that may be credentials, such as headers, then only those texts are stored that the program shows: somebody may
 * have moved or added one on the platform.
 */
export function storedForm(
  { schema, earlierInputs = {} }: AnyHandler,
  found: Properties,
  { declared, secrets: { writeOnly } }: { declared: Properties; secrets: OperationSecrets },
): Properties {
  if (writeOnly === undefined || !isWriteOnly(declared)) return found;
  const secret = schemaSecretPaths(schema);
  let stored = found;
  for (const path of writeOnlyPaths(schema)) {
    const isSecret = secret.some((one) => isDeepStrictEqual(one, path));
    const shown = isSecret ? [] : textsAt(declared, path);
    if (!isSecret && !shown.some(isStandIn)) continue;
    const hide = (text: string) => (shown.includes(text) ? text : writeOnly.standInOf(text));
    const outputs = Object.entries(earlierInputs).filter(([, input]) => input === path[0]);
    for (const name of [path[0] ?? "", ...outputs.map(([output]) => output)])
      stored = mapValues(stored, [[name, ...path.slice(1)]], hide);
  }
  return stored;
}

/** Reports stand-ins where a value is needed: ignoreChanges has provided them, or they were copied from a state. */
export function givenFailures({ inputs, declared, imported }: CheckRequest): CheckFailure[] {
  if (imported !== undefined && isWriteOnly(inputs)) return [importFailure];
  const known = new Set(standInsOf(declared).map(([, text]) => text));
  return standInsOf(inputs).flatMap(([place, text]) => {
    if (declared === undefined) return failureAt(place, "is needed to create the object");
    if (!known.has(text)) return failureAt(place, foreignText(text));
    return isWriteOnly(inputs) ? [] : failureAt(place, "cannot be stored from now on");
  });
}

/** The same for inputs in canonical form: an update sends the stand-in together with what changes. */
export function neededFailures(
  { schema, sentApart = 1 }: AnyHandler,
  inputs: Properties,
  declared: Properties | undefined,
): CheckFailure[] {
  if (declared === undefined) return [];
  const standIns = standInsOf(inputs);
  if (standIns.length === 0) return [];
  const [before, after] = [declared, inputs].map((one) => knownFields(schema, one));
  return standIns.flatMap(([place]) => {
    const sent = place.slice(0, sentApart);
    const isSame = isDeepStrictEqual(valueAt(before, sent), valueAt(after, sent));
    return isSame ? [] : failureAt(place, "is needed for this change, which sends it together with what changes");
  });
}

function failureAt(place: Place, problem: string): CheckFailure[] {
  const reason = problem.endsWith(".") ? problem : `${problem}, ${remedy}`;
  return [{ property: pathText([...place]), reason, code: "CP2007" }];
}

const remedy = "and is not in state (writeOnly): take it out of ignoreChanges, so that the program gives it";

function foreignText(text: string): string {
  return `is "${text}", which stands for a value that is not stored (writeOnly). Give the value itself.`;
}

const importFailure: CheckFailure = {
  property: "writeOnly",
  reason:
    "cannot be set while the engine imports an object: what was read is in state as it is. Import it without writeOnly, then add it: the next pulumi up takes the values out of the state and changes nothing on the platform",
  code: "CP2007",
};

function valueAt(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((below, key) => (below as Properties | undefined)?.[key as string], value);
}

/** Returns the stand-ins in a value, with their places. */
export function standInsOf(value: unknown, above: Place = []): [Place, string][] {
  if (isStandIn(value)) return [[above, value]];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, below]) =>
    standInsOf(below, [...above, Array.isArray(value) ? Number(key) : key]),
  );
}

function textsAt(properties: Properties, path: Path): string[] {
  const found: string[] = [];
  mapTexts(properties, [path], (text) => {
    found.push(text);
    return text;
  });
  return found;
}

/** Changes the values at paths, but no stand-ins. */
function mapValues(properties: Properties, paths: readonly Path[], change: (value: string, place: Place) => string) {
  return mapTexts(properties, paths, (text, place) => (isStandIn(text) ? text : change(text, place)));
}

/** Changes the texts at paths, except unknown ones. */
function mapTexts(
  properties: Properties,
  paths: readonly Path[],
  change: (text: string, place: Place) => string,
): Properties {
  const mapped = (value: unknown, path: Path, place: Place): unknown => {
    if (typeof value === "string" && path.length === 0) return isUnknown(value) ? value : change(value, place);
    if (value === null || typeof value !== "object") return value;
    const [part = "*", ...rest] = path;
    if (Array.isArray(value))
      return part === "*" ? value.map((below, index) => mapped(below, rest, [...place, index])) : value;
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([key, below]) =>
        part === "*" || part === key ? [key, mapped(below, rest, [...place, key])] : [key, below],
      ),
    );
  };
  return paths.reduce((current, path) => mapped(current, path, []) as Properties, properties);
}
