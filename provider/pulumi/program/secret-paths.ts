import * as pulumi from "@pulumi/pulumi";
import { isMarked } from "../formats/markers.ts";
import { knownValue } from "./sdk/known-value.ts";

/**
 * Returns the paths of the inputs that a program marks as secret: JSON pointers in which `*` stands for every element of a list.
 * Undefined where nothing is secret. The engine passes only bare values to a dynamic provider, so the paths travel as an input of
 * their own, and tell the provider what no text may show.
 *
 * The result is a bare promise, like the URN: an Output would carry dependencies of its own.
 */
export function secretPathsOf(
  args: object | undefined,
  options: pulumi.CustomResourceOptions,
): string[] | Promise<string[] | undefined> | undefined {
  const named = options.additionalSecretOutputs ?? [];
  if (!holdsLater(args)) return listOf(new Set(named.map((name) => pointer([name]))));
  const paths = (async () => {
    const found = new Set(named.map((name) => pointer([name])));
    await collect(args, [], found);
    return listOf(found);
  })();
  // The SDK waits for the same value, and reports an argument that fails.
  return paths.catch(() => undefined);
}

function listOf(found: Set<string>): string[] | undefined {
  return found.size === 0 ? undefined : [...found].sort();
}

/** Most programs pass plain values, which need no await. */
function holdsLater(value: unknown): boolean {
  if (isLater(value) || (isPlain(value) && isMarked(value))) return true;
  return isPlain(value) && Object.values(value).some(holdsLater);
}

async function collect(value: unknown, path: readonly string[], found: Set<string>): Promise<void> {
  if (pulumi.Output.isInstance(value)) {
    // Everything below a secret is secret.
    if (await pulumi.isSecret(value)) found.add(pointer(path));
    else await collect(await knownValue(value, { withUnknowns: true }), path, found);
    return;
  }
  if (value instanceof Promise) return collect(await value, path, found);
  if (!isPlain(value)) return;
  // The form in which a transform gets a secret of its resource.
  if (isMarked(value)) {
    found.add(pointer(path));
    return;
  }
  const part = Array.isArray(value) ? () => "*" : (key: string) => key;
  await Promise.all(Object.entries(value).map(([key, element]) => collect(element, [...path, part(key)], found)));
}

/** Whether a value comes later. */
export function isLater(value: unknown): value is pulumi.Output<unknown> | Promise<unknown> {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

/** Whether a value is a list or plain object. Resources and assets contain no inputs of ours. */
function isPlain(value: unknown): value is object {
  if (Array.isArray(value)) return true;
  if (value === null || typeof value !== "object") return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** RFC 6901. */
function pointer(path: readonly string[]): string {
  return path.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
