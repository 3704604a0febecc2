/** The marker of a value that a preview does not know, as a dynamic provider receives it. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export function isUnknown(value: unknown): boolean {
  return value === unknownValue;
}

/** Markers of values that a preview does not know yet, one for each type (sdk/go/common/resource/plugin/rpc.go). */
const unknownTexts: readonly string[] = [
  unknownValue,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
];
const unknownSet: ReadonlySet<unknown> = new Set(unknownTexts);

/** Whether a value, as the engine sends it, is itself not known yet; nested values are not considered. */
export function isUnknownText(value: unknown): boolean {
  return unknownSet.has(value);
}

/** Whether a text, such as a request body, contains the marker of an unknown value. */
export function mentionsUnknown(text: string): boolean {
  return unknownTexts.some((marker) => text.includes(marker));
}

/** Returns the paths of all unknown values in a value. */
export function unknownPaths(value: unknown, path: PropertyKey[] = []): PropertyKey[][] {
  if (isUnknown(value)) return [path];
  if (Array.isArray(value)) return value.flatMap((element, index) => unknownPaths(element, [...path, index]));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, element]) => unknownPaths(element, [...path, key]));
}

/** Returns a copy without unknown values. */
export function withoutUnknowns(value: unknown): unknown {
  if (isUnknown(value)) return undefined;
  if (Array.isArray(value)) return value.map(withoutUnknowns);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, withoutUnknowns(element)]));
}

/** Whether an unknown value may cause an issue at a path: it is at, below or above the path. */
export function concernsUnknown(path: readonly PropertyKey[], unknown: readonly PropertyKey[][]): boolean {
  return unknown.some((other) => {
    const shared = Math.min(path.length, other.length);
    for (let index = 0; index < shared; index++) if (path[index] !== other[index]) return false;
    return true;
  });
}
