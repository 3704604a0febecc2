import type { Lookup } from "../lookups/lookup.ts";
import type { View } from "./view.ts";

/** A lookup as a command. */
export interface LookupCommand {
  /** `apps` of `cloudplatform edge apps`. Empty: the area itself. */
  name: string;
  lookup: Lookup<never, unknown>;
  /** Arguments that may be given without their flag, in this order. */
  positional: readonly string[];
  view(result: unknown): View;
  /** `--check` ends with exit code 4 when the view raises an alarm; says when that is. */
  check?: string;
  example: string;
}

/** Writes a command down with the type of its lookup's result. */
export function command<Args, Result>(
  name: string,
  lookup: Lookup<Args, Result>,
  written: {
    positional?: readonly string[];
    view: (result: Result) => View;
    check?: string;
    example: string;
  },
): LookupCommand {
  return {
    positional: [],
    ...written,
    name,
    lookup: lookup as unknown as Lookup<never, unknown>,
    view: (result) => written.view(result as Result),
  };
}
