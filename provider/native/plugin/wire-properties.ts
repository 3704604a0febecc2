import structProto from "google-protobuf/google/protobuf/struct_pb.js";
import type { Properties } from "../../engine/handler.ts";
import { plain } from "../../engine/hidden.ts";
import { marked } from "../../engine/secrets.ts";
import { unknownValue } from "../../schema/index.ts";

const { Struct } = structProto;

/** The key by which the wire form marks a special value, and the marks (sdk/go/common/resource/sig). */
const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";
const outputSignature = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

/** How values that a preview does not know yet are written, one text for each type (sdk/go/common/resource/plugin/rpc.go). */
const unknownTexts: ReadonlySet<unknown> = new Set([
  unknownValue,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** Properties as the engine sends them. */
export interface WireProperties {
  /** With their marks: what is secret. */
  raw: Properties;
  /** Bare values; what is not known yet is {@link unknownValue}. */
  plain: Properties;
  /** Where secrets stand: JSON pointers in which `*` is every element of a list. */
  secretPaths: string[];
}

/** Reads properties; none where the engine sends none. */
export function readProperties(struct: structProto.Struct | undefined): WireProperties {
  const raw = (struct?.toJavaScript() ?? {}) as Properties;
  if (isBare(raw)) return { raw, plain: raw, secretPaths: [] };
  const secretPaths = new Set<string>();
  const bare = bareValue(raw, "", secretPaths) as Properties;
  return { raw, plain: bare, secretPaths: [...secretPaths].sort() };
}

/** Whether a value has no mark at any depth, as most have none. */
function isBare(value: unknown): boolean {
  if (value === null || typeof value !== "object") return !unknownTexts.has(value);
  return !(signatureKey in value) && Object.values(value).every(isBare);
}

function bareValue(value: unknown, path: string, secretPaths: Set<string>): unknown {
  if (unknownTexts.has(value)) return unknownValue;
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((element) => bareValue(element, `${path}/*`, secretPaths));
  const fields = value as Properties;
  const signature = fields[signatureKey];
  if (signature === secretSignature) {
    secretPaths.add(path);
    return bareValue(fields.value, path, secretPaths);
  }
  if (signature === outputSignature) {
    if (fields.secret === true) secretPaths.add(path);
    return "value" in fields ? bareValue(fields.value, path, secretPaths) : unknownValue;
  }
  return Object.fromEntries(
    Object.entries(fields).map(([key, element]) => [
      key,
      bareValue(element, `${path}/${pointerPart(key)}`, secretPaths),
    ]),
  );
}

/** RFC 6901. */
function pointerPart(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Properties in the wire form. */
export function structOf(properties: object): structProto.Struct {
  return Struct.fromJavaScript(plain(properties) as { [key: string]: structProto.JavaScriptValue });
}

/**
 * Marks as secret what has the name of a secret value: the engine does so for a provider that takes no secrets, and the
 * state of a resource is then the same, whichever provider serves it.
 */
export function withSecretsOf(values: Properties, raw: Properties): Properties {
  if (!holdsSecret(raw)) return values;
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const source = raw[key];
      if (isObject(value) && isObject(source)) return [key, withSecretsOf(value, source)];
      return [key, !isSecret(value) && holdsSecret(source) ? marked(value) : value];
    }),
  );
}

/** Marks as secret what stands at these JSON pointers; a list with a secret in it is secret as a whole. */
export function withSecretsAt(values: Properties, paths: readonly string[], above = ""): Properties {
  if (paths.length === 0) return values;
  const markedAt = (path: string, value: unknown): unknown => {
    const isWhole = paths.includes(path) || (!isObject(value) && paths.some((one) => one.startsWith(`${path}/`)));
    if (isWhole) return value === null || value === undefined || isSecret(value) ? value : marked(value);
    return isObject(value) ? withSecretsAt(value, paths, path) : value;
  };
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, markedAt(`${above}/${pointerPart(key)}`, value)]),
  );
}

function isSecret(value: unknown): boolean {
  return isRecord(value) && value[signatureKey] === secretSignature;
}

/** A plain object: no list, and nothing that is marked. */
function isObject(value: unknown): value is Properties {
  return isRecord(value) && !(signatureKey in value);
}

function holdsSecret(value: unknown): boolean {
  if (isSecret(value)) return true;
  return value !== null && typeof value === "object" && Object.values(value).some(holdsSecret);
}

function isRecord(value: unknown): value is Properties {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
