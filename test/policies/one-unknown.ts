import type { Case, Declared } from "../helpers/declared.ts";

/** The engine's marker for a value that a preview does not know. */
export const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

type Path = (string | number)[];

/** Returns the paths of all values below a value. */
function paths(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== "object") return [];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, element]) => [[...path, key], ...paths(element, [...path, key])]);
}

function replaced(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return unknownText;
  if (Array.isArray(value)) return value.map((element, index) => (index === key ? replaced(element, rest) : element));
  const fields = value as Record<string, unknown>;
  return { ...fields, [key]: replaced(fields[key], rest) };
}

/** Yields the case once for each value of each resource, with that value unknown. */
export function* withOneUnknown(given: Case): Generator<{ what: string; given: Case }> {
  for (const [index, resource] of given.resources.entries())
    for (const path of paths(resource.inputs)) {
      const inputs = replaced(resource.inputs, path) as Declared["inputs"];
      const resources = given.resources.map((other, at) => (at === index ? { ...other, inputs } : other));
      yield { what: `${resource.name}.${path.join(".")}`, given: { ...given, resources } };
    }
}
