import { AsyncLocalStorage } from "node:async_hooks";
import type { z } from "zod";
import { type Redact, Redactor, textsOf } from "../../client/redact.ts";
import { child, metadataOf, oncePerSchema, unwrap, userSchema } from "../../schema/index.ts";
import type { Properties } from "../../values/properties.ts";
import { isStandIn } from "../../values/stand-in.ts";
import { isUnknown } from "../../values/unknown.ts";
import type { WriteOnlyValues } from "./write-only-values.ts";

type Schema = z.core.$ZodType;

/** A path; `*` is every element of a list and every key of a map. */
type Path = readonly string[];

/** What texts show in place of a secret. */
export const secretMark = "[secret]";

/** The secrets of one operation on a resource, from its schema and its program. */
export class OperationSecrets {
  readonly #paths: readonly Path[];
  readonly #settings: readonly string[];
  readonly #texts: string[];
  readonly #redactor: Redactor;
  /** The API key, which encrypts a record with secrets. */
  sealKey: string | undefined;
  /** The write-only values of a resource with the input `writeOnly`, which are never stored. */
  writeOnly: WriteOnlyValues | undefined;
  /** Texts that the program does not hide. */
  readonly #open: ReadonlySet<string>;

  /** @param settings Names of settings that are secret. */
  constructor(
    paths: readonly Path[],
    declared: readonly Properties[],
    states: readonly Properties[],
    settings: readonly string[] = [],
  ) {
    this.#paths = paths;
    this.#settings = settings;
    const values = [...declared, ...states];
    this.#texts = [...new Set(values.flatMap((value) => paths.flatMap((path) => textsAt(value, path))))];
    this.#redactor = new Redactor(this.#texts, { mark: secretMark });
    this.#open = new Set(this.#texts.length === 0 ? [] : declared.flatMap((value) => openTexts(this.shown([], value))));
  }

  /** The secret texts themselves, from the declaration, the state and the settings. */
  get texts(): readonly string[] {
    return this.#texts;
  }

  /** Removes the secrets from a text. */
  readonly redact: Redact = (text) => this.#redactor.redact(text);

  /** Adds the values of the settings that are secret. */
  keepSettings(read: (name: string) => string | undefined): void {
    const added = this.#settings.flatMap((name) => settingTexts(read(name)));
    if (added.every((text) => this.#texts.includes(text))) return;
    this.#texts.push(...added);
    this.#redactor.add(added);
  }

  /** Whether an input takes its value from a secret setting, or is secret as a whole for another reason. */
  isSecretInput(name: string): boolean {
    return this.#paths.some((path) => path.length === 1 && path[0] === name);
  }

  /** Whether a text of the platform contains a secret. */
  isRevealedBy(text: string): boolean {
    return this.texts.length > 0 && !this.#open.has(text) && this.redact(text) !== text;
  }

  /** Whether a value as a whole is secret. */
  hides(place: readonly PropertyKey[]): boolean {
    return this.#paths.some((path) => path.length <= place.length && isAlong(path, place));
  }

  /** Returns a value as a text may show it: without the secrets in it, at any depth. */
  shown(place: readonly PropertyKey[], value: unknown): unknown {
    if (value === undefined || value === null) return value;
    if (this.hides(place)) return secretMark;
    if (typeof value !== "object" || !this.#paths.some((path) => isAlong(path, place))) return value;
    if (Array.isArray(value)) return value.map((element, index) => this.shown([...place, index], element));
    return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, this.shown([...place, key], below)]));
  }
}

function openTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value === null || typeof value !== "object" ? [] : Object.values(value).flatMap(openTexts);
}

/** Whether two places are the same, or one is above the other. */
function isAlong(path: Path, place: readonly PropertyKey[]): boolean {
  const shared = Math.min(path.length, place.length);
  for (let index = 0; index < shared; index++)
    if (path[index] !== "*" && path[index] !== String(place[index])) return false;
  return true;
}

function textsAt(value: unknown, [part, ...rest]: Path): string[] {
  if (isUnknown(value) || value === null || value === undefined) return [];
  if (part === undefined)
    return [...textsOf(value), ...keysOf(value)].filter((text) => !isUnknown(text) && !isStandIn(text));
  if (typeof value !== "object") return [];
  if (part === "*") return Object.values(value).flatMap((element) => textsAt(element, rest));
  return textsAt((value as Properties)[part], rest);
}

/** If a map is secret as a whole, its keys are secret, too. Names of fields are not. */
function keysOf(value: unknown): string[] {
  if (value === null || typeof value !== "object") return [];
  const below = Object.values(value).flatMap(keysOf);
  return Array.isArray(value)
    ? below
    : [...Object.keys(value).filter((key) => !/^[a-z][A-Za-z0-9_]*$/.test(key)), ...below];
}

/** Paths that a schema marks as secret. */
export const schemaSecretPaths = oncePerSchema((schema) => pathsOf(userSchema(schema), isSecretField));

/** Paths that a schema marks as secret, and those where a program may have a secret that it keeps out of state. */
export const writeOnlyPaths = oncePerSchema((schema) =>
  pathsOf(userSchema(schema), (field) => isSecretField(field) || metadataOf(field).credential === true),
);

function isSecretField(schema: Schema): boolean {
  return metadataOf(schema).secret === true;
}

function pathsOf(schema: Schema, isMeant: (schema: Schema) => boolean): Path[] {
  if (isMeant(schema)) return [[]];
  const bare = unwrap(schema);
  const def = bare._zod.def as z.core.$ZodTypeDef & { shape?: Record<string, Schema>; options?: Schema[] };
  if (def.type === "union") return (def.options ?? []).flatMap((option) => pathsOf(option, isMeant));
  const below = (name: string, field: Schema | undefined) =>
    field === undefined ? [] : pathsOf(field, isMeant).map((path) => [name, ...path]);
  if (def.type === "array" || def.type === "record") return below("*", child(bare, 0));
  return Object.entries(def.shape ?? {}).flatMap(([name, field]) => below(name, field));
}

/** Returns the mark of a secret setting in the list of secret input paths. */
export function settingMark(name: string): string {
  return `${settingPrefix}${name}`;
}

const settingPrefix = "cloudplatform:";

/** Returns the names of secret settings from marks of {@link settingMark}. */
export function secretSettingNames(written: unknown): string[] {
  if (!Array.isArray(written)) return [];
  const marks = written.filter((text) => typeof text === "string" && text.startsWith(settingPrefix));
  return marks.map((text: string) => text.slice(settingPrefix.length));
}

/**
 * Returns the texts of a secret setting that must not be shown: for an address, also the host. Numbers with few digits occur in
 * too many texts, and are not hidden.
 */
export function settingTexts(value: string | undefined): string[] {
  if (value === undefined || value === "" || /^(true|false)$/.test(value)) return [];
  if (Number.isFinite(Number(value))) return textsOf(Number(value));
  return URL.canParse(value) ? [value.replace(/\/+$/, ""), new URL(value).hostname] : [value];
}

/** Returns the paths that `secretPathsOf` has written. If all arguments are one secret, each input is secret. */
export function programSecretPaths(written: unknown, names: readonly string[]): Path[] {
  if (!Array.isArray(written)) return [];
  if (written.includes("")) return names.map((name) => [name]);
  return written
    .filter((text) => typeof text === "string" && text.startsWith("/"))
    .map((text: string) =>
      text
        .slice(1)
        .split("/")
        .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")),
    );
}

const current = new AsyncLocalStorage<OperationSecrets>();
const none = new OperationSecrets([], [], []);

/** Returns the secrets of the operation in progress. */
export function operationSecrets(): OperationSecrets {
  return current.getStore() ?? none;
}

/** Runs an operation whose texts hide these secrets. */
export function withSecrets<T>(secrets: OperationSecrets, action: () => T): T {
  return current.run(secrets, action);
}

const part = new AsyncLocalStorage<Path>();

/** Returns inputs as they may be written to a file, with stand-ins for values that are never stored. */
export function withStandIns(inputs: unknown): unknown {
  return withoutValues(inputs, (value, values) => values.standInOf(value));
}

/** Like {@link withStandIns}, for the content that identifies an object: the stand-ins are the same for each resource. */
export function asContent(inputs: unknown): unknown {
  return withoutValues(inputs, (value, values) => values.contentOf(value));
}

function withoutValues(inputs: unknown, change: (value: string, values: WriteOnlyValues) => string): unknown {
  const secrets = operationSecrets();
  const { writeOnly } = secrets;
  if (writeOnly === undefined) return inputs;
  const replaced = (here: readonly PropertyKey[], below: unknown): unknown => {
    if (typeof below === "string")
      return secrets.hides(here) && writeOnly.has(below) ? change(below, writeOnly) : below;
    if (below === null || typeof below !== "object") return below;
    if (Array.isArray(below)) return below.map((element, index) => replaced([...here, index], element));
    return Object.fromEntries(Object.entries(below).map(([key, element]) => [key, replaced([...here, key], element)]));
  };
  return replaced(part.getStore() ?? [], inputs);
}

/** Runs an action on one of several objects of a resource: its places are below this place of the resource's inputs. */
export function atPlace<T>(place: Path, action: () => T): T {
  return part.run(place, action);
}

/** Returns a value of the inputs as a text may show it. */
export function shownAt(place: readonly PropertyKey[], value: unknown): unknown {
  return operationSecrets().shown([...(part.getStore() ?? []), ...place], value);
}

/** Returns a value of the inputs as text: JSON with its secrets hidden. */
export function valueText(place: readonly PropertyKey[], value: unknown, absent = "nothing"): string {
  if (value === undefined) return absent;
  const shown = shownAt(place, value);
  return shown === secretMark ? secretMark : JSON.stringify(shown);
}
