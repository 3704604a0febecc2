import { partsOf, pointerOf } from "../../values/json-pointer.ts";
import type { Properties } from "../../values/properties.ts";
import { isUnknownText, unknownValue } from "../../values/unknown.ts";

export { isUnknownText } from "../../values/unknown.ts";

/** The key with which the engine's wire format marks a special value, and the marks (sdk/go/common/resource/sig). */
export const signatureKey = "4dabf18193072939515e22adb298388d";
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";
const outputSignature = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

/** A value that the engine encrypts in state. */
export function marked(value: unknown): Properties {
  return { [signatureKey]: secretSignature, value };
}

/** Whether a value has a mark. */
export function isMarked(value: object): boolean {
  return signatureKey in value;
}

/** Removes the marks from a value, at any depth. */
export function bareValue(value: unknown): unknown {
  return isBare(value) ? value : unmark(value, [], new Set());
}

/** Properties of the engine, without marks. */
export interface MarkedProperties {
  /** Bare values; unknown ones are {@link unknownValue}. */
  plain: Properties;
  /** Paths of secrets: JSON pointers in which `*` stands for every element of a list. */
  secretPaths: string[];
}

/** Removes the marks from properties and returns the paths of secrets. */
export function withoutMarks(raw: Properties): MarkedProperties {
  if (isBare(raw)) return { plain: raw, secretPaths: [] };
  const secretPaths = new Set<string>();
  const plain = unmark(raw, [], secretPaths) as Properties;
  return { plain, secretPaths: [...secretPaths].sort() };
}

/** Whether a value has no marks at any depth, which is the usual case. */
function isBare(value: unknown): boolean {
  if (value === null || typeof value !== "object") return !isUnknownText(value);
  return !(signatureKey in value) && Object.values(value).every(isBare);
}

function unmark(value: unknown, path: readonly string[], secretPaths: Set<string>): unknown {
  if (isUnknownText(value)) return unknownValue;
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((element) => unmark(element, [...path, "*"], secretPaths));
  const fields = value as Properties;
  const signature = fields[signatureKey];
  if (signature === secretSignature) {
    secretPaths.add(pointerOf(path));
    return unmark(fields.value, path, secretPaths);
  }
  if (signature === outputSignature) {
    if (fields.secret === true) secretPaths.add(pointerOf(path));
    return "value" in fields ? unmark(fields.value, path, secretPaths) : unknownValue;
  }
  return Object.fromEntries(
    Object.entries(fields).map(([key, element]) => [key, unmark(element, [...path, key], secretPaths)]),
  );
}

/** A node in the tree of all pointers. */
interface Branch {
  isEnd: boolean;
  below: Map<string, Branch>;
}

/**
 * Marks the values at these JSON pointers as secret. A list that contains secrets (`*`) becomes secret as a whole, as the engine
 * does it for a provider that takes no secrets: so the state of a resource is the same whichever provider serves it.
 */
export function withMarks(values: Properties, pointers: readonly string[]): Properties {
  if (pointers.length === 0) return values;
  const root: Branch = { isEnd: false, below: new Map() };
  for (const pointer of pointers) {
    let branch = root;
    for (const part of partsOf(pointer)) {
      const next = branch.below.get(part) ?? { isEnd: false, below: new Map() };
      branch.below.set(part, next);
      branch = next;
    }
    branch.isEnd = true;
  }
  return fieldsMarked(values, root);
}

function markedAt(value: unknown, branch: Branch): unknown {
  if (value === null || value === undefined) return value;
  if (typeof value === "object" && isMarked(value)) return value;
  if (branch.isEnd || typeof value !== "object") return marked(value);
  if (!Array.isArray(value)) return fieldsMarked(value as Properties, branch);
  if (branch.below.has("*")) return marked(value);
  return value.map((element, index) => {
    const below = branch.below.get(String(index));
    return below === undefined ? element : markedAt(element, below);
  });
}

function fieldsMarked(values: Properties, { below }: Branch): Properties {
  const each = below.get("*");
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const branch = below.get(key) ?? each;
      return [key, branch === undefined ? value : markedAt(value, branch)];
    }),
  );
}
