import type { Value } from "../engine/value.ts";

/**
 * Whether a CDN option is on. Null adds nothing and an absent option inherits, so neither is on; a switch with the value false
 * does nothing either. An unknown value counts as off, and is recorded.
 */
export function isOn(option: Value): boolean {
  if (option.get("enabled").boolean() !== true) return false;
  const value = option.get("value");
  return value.boolean() !== false && !value.isUnknown();
}

/** Reports options that are both on although they exclude each other. */
export function reportClashes(
  options: Value,
  pairs: readonly (readonly [string, string])[],
  report: (at: Value, message: string) => void,
): void {
  for (const [one, other] of pairs)
    if (isOn(options.get(one)) && isOn(options.get(other)))
      report(options.get(other), `must not be on together with options.${one}`);
}
