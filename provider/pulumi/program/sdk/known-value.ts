import type * as pulumi from "@pulumi/pulumi";
import { lose } from "./lost-features.ts";

/** In every release of the SDK, but not in its types. */
interface Inside<T> {
  promise?: (withUnknowns?: boolean) => Promise<T | undefined>;
}

/**
 * Returns the value of an Output without its dependencies, or undefined while it is unknown. With `withUnknowns`: the value as
 * far as it is known, with placeholders for the rest.
 */
export function knownValue<T>(output: pulumi.Output<T>, { withUnknowns = false } = {}): Promise<T | undefined> {
  const inside = output as unknown as Inside<T>;
  if (typeof inside.promise === "function") return inside.promise(withUnknowns);
  lose(
    "the hiding of your program's own secrets in error texts, and create records and progress lines of resources with a parent",
  );
  return Promise.resolve(undefined);
}
